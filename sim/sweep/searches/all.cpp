// SPDX-License-Identifier: Apache-2.0
// all: every configuration, the last axis fastest.
#include "sweep/search.h"

namespace gantry {
namespace {

class AllSearch final : public Search {
 public:
  explicit AllSearch(const SearchSpace& space) : space_(space) {}
  std::vector<Configuration> propose(const std::vector<Tried>& tried) override {
    std::vector<Configuration> all;
    if (!tried.empty()) return all;
    Configuration configuration(space_.study.axes.size(), 0);
    do {
      if (space_.allowed(configuration)) all.push_back(configuration);
    } while (next_configuration(space_.study, configuration));
    return all;
  }

 private:
  SearchSpace space_;
};

}  // namespace

void add_all(SearchCatalogue& searches) {
  searches.add({"all", "every point, the last axis fastest",
                [](const SearchSpace& space, const SearchOptions& /*options*/) -> std::unique_ptr<Search> {
                  return std::make_unique<AllSearch>(space);
                }});
}

}  // namespace gantry
