// SPDX-License-Identifier: Apache-2.0
// evolution: NSGA-II (Deb, Pratap, Agarwal, Meyarivan 2002). Each generation is bred from the best of all before it; a
// configuration is tried once.
#include <algorithm>
#include <numeric>

#include "gantry/base/random.h"
#include "sweep/searches/standing.h"
#include "sweep/searches/untried.h"

namespace gantry {
namespace {

constexpr double kCrossed = 0.9;     ///< children that take after both parents
constexpr double kNeighbour = 0.75;  ///< mutations of an ordered axis that go one step
constexpr int kAttempts = 20;        ///< to breed a child that is new, before one is drawn

class EvolutionSearch final : public Search {
 public:
  EvolutionSearch(const SearchSpace& space, const SearchOptions& options)
      : study_(space.study), options_(options), untried_(space), bits_(options.seed, 0) {}

  std::vector<Configuration> propose(const std::vector<Tried>& tried) override {
    if (!tried.empty()) survive(tried);
    std::vector<Configuration> generation;
    const std::size_t left = options_.count - std::min<std::size_t>(options_.count, tried.size());
    while (generation.size() < std::min<std::size_t>(options_.population, left)) {
      auto child = tried.empty() ? untried_.draw(bits_) : breed(tried);
      if (!child) break;
      generation.push_back(std::move(*child));
    }
    return generation;
  }

 private:
  /// The best of the parents and of the generation that was tried last are the new parents.
  void survive(const std::vector<Tried>& tried) {
    for (std::size_t i = known_; i < tried.size(); ++i) parents_.push_back(i);
    known_ = tried.size();
    const std::vector<Standing> all = standings(study_, tried, parents_);
    std::vector<std::size_t> order(parents_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return all[a].betters(all[b]); });
    order.resize(std::min<std::size_t>(order.size(), options_.population));
    std::vector<std::size_t> survivors;
    standings_.clear();
    for (const std::size_t i : order) {
      survivors.push_back(parents_[i]);
      standings_.push_back(all[i]);
    }
    parents_ = std::move(survivors);
  }

  const Configuration& parent(const std::vector<Tried>& tried) {
    const auto a = static_cast<std::size_t>(random_below(bits_, parents_.size()));
    const auto b = static_cast<std::size_t>(random_below(bits_, parents_.size()));
    return tried[parents_[standings_[b].betters(standings_[a]) ? b : a]].configuration;
  }

  std::optional<Configuration> breed(const std::vector<Tried>& tried) {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      Configuration child = parent(tried);
      const Configuration& other = parent(tried);
      const bool crossed = random_share(bits_) < kCrossed;
      for (std::size_t axis = 0; axis < child.size(); ++axis) {
        if (crossed && random_below(bits_, 2) == 1) child[axis] = other[axis];
      }
      for (std::size_t axis = 0; axis < child.size(); ++axis) {
        if (random_below(bits_, child.size()) == 0) mutate(study_.axes[axis], child[axis]);
      }
      if (untried_.take(child)) return child;
    }
    return untried_.draw(bits_);
  }

  void mutate(const StudyAxis& axis, std::uint32_t& choice) {
    const auto choices = static_cast<std::uint32_t>(axis.choices.size());
    if (choices < 2) return;
    if (axis.ordered && random_share(bits_) < kNeighbour) {
      const bool up = choice == 0 || (choice + 1 < choices && random_below(bits_, 2) == 1);
      choice = up ? choice + 1 : choice - 1;
      return;
    }
    const auto other = static_cast<std::uint32_t>(random_below(bits_, choices - 1));
    choice = other < choice ? other : other + 1;
  }

  const Study& study_;
  SearchOptions options_;
  Untried untried_;
  RandomBits bits_;
  std::vector<std::size_t> parents_;  ///< indices of tried configurations
  std::vector<Standing> standings_;   ///< theirs
  std::size_t known_ = 0;             ///< number of tried configurations that were processed
};

}  // namespace

void add_evolution(SearchCatalogue& searches) {
  searches.add({"evolution",
                "up to `count` points, bred from the best before them (NSGA-II)",
                [](const SearchSpace& space, const SearchOptions& options) -> std::unique_ptr<Search> {
                  return std::make_unique<EvolutionSearch>(space, options);
                },
                true,
                {},
                false,
                {"population"}});
}

}  // namespace gantry
