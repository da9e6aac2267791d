// SPDX-License-Identifier: Apache-2.0
// halving: successive halving (Jamieson and Talwalkar 2016), with a part of the workload as the budget of a round. Many
// configurations run a small part, the best of them a larger one, and few the complete workload.
#include <algorithm>
#include <numeric>

#include "sweep/point_row.h"
#include "sweep/searches/standing.h"
#include "sweep/searches/untried.h"

namespace gantry {
namespace {

class HalvingSearch final : public Search {
 public:
  HalvingSearch(const SearchSpace& space, const SearchOptions& options)
      : study_(space.study), options_(options), untried_(space), bits_(options.seed, 0) {}

  std::vector<Configuration> propose(const std::vector<Tried>& tried) override {
    if (round_ == options_.rounds) return {};
    std::vector<Configuration> next = round_ == 0 ? draw() : best_of_round(tried);
    ++round_;
    begun_ = tried.size();
    return next;
  }

  /// 1 / factor^(rounds that follow), rounded.
  [[nodiscard]] std::uint64_t part() const override {
    std::uint64_t shares = 1;
    for (std::uint64_t i = round_; i < options_.rounds && shares < kWholeWorkload; ++i) shares *= options_.factor;
    return std::max<std::uint64_t>(1, (kWholeWorkload + shares / 2) / shares);
  }

 private:
  std::vector<Configuration> draw() {
    std::vector<Configuration> all;
    while (all.size() < options_.count) {
      auto one = untried_.draw(bits_);
      if (!one) break;
      all.push_back(std::move(*one));
    }
    return all;
  }

  /// In the order in which they were drawn.
  std::vector<Configuration> best_of_round(const std::vector<Tried>& tried) const {
    std::vector<std::size_t> round(tried.size() - begun_);
    std::iota(round.begin(), round.end(), begun_);
    const std::vector<Standing> all = standings(study_, tried, round);
    std::vector<std::size_t> order(round.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return all[a].betters(all[b]); });
    order.resize((order.size() + options_.factor - 1) / options_.factor);
    std::sort(order.begin(), order.end());
    std::vector<Configuration> best;
    for (const std::size_t i : order) {
      const Tried& one = tried[round[i]];
      // A configuration without a result for a part will hardly have one for a larger part.
      const bool ran = std::any_of(one.rows.begin(), one.rows.end(),
                                   [](const PointRow* row) { return row->state == PointState::done; });
      if (ran) best.push_back(one.configuration);
    }
    return best;
  }

  const Study& study_;
  SearchOptions options_;
  Untried untried_;
  RandomBits bits_;
  std::uint64_t round_ = 0;  ///< rounds that were proposed
  std::size_t begun_ = 0;    ///< index of the first tried configuration of the last round
};

}  // namespace

void add_halving(SearchCatalogue& searches) {
  searches.add({"halving",
                "`count` points with a part of the workload, the best with more of it, few with all",
                [](const SearchSpace& space, const SearchOptions& options) -> std::unique_ptr<Search> {
                  return std::make_unique<HalvingSearch>(space, options);
                },
                true,
                {},
                true,
                {"rounds", "factor"}});
}

}  // namespace gantry
