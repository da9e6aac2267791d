// SPDX-License-Identifier: Apache-2.0
// random: each choice alike.
#include "gantry/base/random.h"
#include "sweep/searches/drawn.h"

namespace gantry {
namespace {

class RandomSearch final : public DrawnSearch {
 public:
  RandomSearch(const SearchSpace& space, const SearchOptions& options)
      : DrawnSearch(space, options), bits_(options.seed, 0) {}

 private:
  Configuration draw() override {
    Configuration drawn;
    for (const StudyAxis& axis : space().study.axes)
      drawn.push_back(static_cast<std::uint32_t>(random_below(bits_, axis.choices.size())));
    return drawn;
  }

  RandomBits bits_;
};

}  // namespace

void add_random(SearchCatalogue& searches) {
  searches.add({"random", "`count` points, drawn at random",
                [](const SearchSpace& space, const SearchOptions& options) -> std::unique_ptr<Search> {
                  return std::make_unique<RandomSearch>(space, options);
                }});
}

}  // namespace gantry
