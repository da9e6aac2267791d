// SPDX-License-Identifier: Apache-2.0
#include "network/saturation_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "network/load_run.h"
#include "output/mean_of_runs.h"

namespace gantry {
namespace {

/// Step of a search that begins where another one ended. It doubles until stable and unstable loads are found.
constexpr double kFirstStep = 0.02;

std::uint64_t resolution(std::uint64_t rate) { return std::max<std::uint64_t>(1, rate / 100); }

class Search {
 public:
  Search(const NetworkExperiment& experiment, const NetworkBounds& bounds, const SearchGoesOn& goes_on)
      : experiment_(experiment), bounds_(bounds), goes_on_(goes_on) {
    const double most = bounds.throughput / experiment.traffic.flits_with_reply() * kMillion;
    bound_ = static_cast<std::uint64_t>(std::floor(most * (1 + 1e-15)));
    const std::uint64_t created = experiment.traffic.most_rate();
    // Only a node that creates a packet of one flit in every cycle leaves nothing to chance.
    const bool certain = created == kMillion && bound_ == kMillion && !bounds.drawn;
    most_ = certain ? bound_ : std::min(created, bound_ - std::min(bound_, resolution(bound_)));
  }

  NetworkSaturation run() {
    std::vector<std::pair<std::uint64_t, std::optional<NetworkPoint>>> ends;  // by search: unstable load, stable point
    for (run_ = 0; run_ < experiment_.runs; ++run_) {
      low_ = 0;
      high_ = most_ + 1;
      found_.best.reset();
      found_.unstable_rate = 0;
      if (!search()) break;
      found_.runs.push_back({found_.stable_rate(), found_.unstable_rate});
      ends.emplace_back(found_.unstable_rate, std::move(found_.best));
    }
    found_.complete = run_ == experiment_.runs;
    if (ends.empty()) return std::move(found_);
    const auto rate_of = [](const auto& end) { return end.second ? end.second->rate : 0; };
    std::stable_sort(ends.begin(), ends.end(), [&](const auto& a, const auto& b) { return rate_of(a) < rate_of(b); });
    auto& middle = ends[(ends.size() - 1) / 2];
    found_.unstable_rate = middle.first;
    found_.best = std::move(middle.second);
    return std::move(found_);
  }

 private:
  /// False when it has to end.
  bool search() {
    if (most_ == 0) return true;
    const bool bracketed = found_.runs.empty() ? try_rate(most_) : begin_close();
    while (bracketed && high_ - low_ > resolution(high_) && high_ <= most_) {
      const std::uint64_t top = high_ == most_ ? std::min(bound_, experiment_.traffic.most_rate()) : high_;
      if (!try_rate(std::min(low_ + (top - low_) / 2, high_ - 1))) return false;
    }
    return bracketed;
  }

  /// From where the first search ended, up or down until both sides are found.
  bool begin_close() {
    std::uint64_t rate = std::clamp<std::uint64_t>(found_.runs.front().stable_rate, 1, most_);
    if (!try_rate(rate)) return false;
    const bool up = low_ == rate;
    for (double step = kFirstStep; up ? low_ < most_ && high_ > most_ : low_ == 0 && high_ > 1; step *= 2) {
      const auto by = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(rate) * step));
      rate = up ? std::min(most_, rate + by) : rate - std::min(by, rate - 1);
      if (!try_rate(rate)) return false;
    }
    return true;
  }

  bool try_rate(std::uint64_t rate) {
    LoadWatch watch;
    if (goes_on_) watch.goes_on = [&](Cycle now) { return goes_on_(found_, rate, now); };
    auto point = run_load_once(experiment_, rate, run_, bounds_, watch);
    if (!point) return false;
    found_.simulated += point->simulated;
    found_.tried.push_back(sample_of(*point));
    found_.tried.back().run = run_;
    if (point->stable) {
      low_ = rate;
      point->stable_runs = 1;
      found_.best = std::move(point);
    } else {
      high_ = found_.unstable_rate = rate;
    }
    return true;
  }

  const NetworkExperiment& experiment_;
  const NetworkBounds& bounds_;
  const SearchGoesOn& goes_on_;
  NetworkSaturation found_;
  std::uint64_t bound_ = 0;  ///< highest rate that is not above the bound
  std::uint64_t most_ = 0;   ///< highest rate that is tried: below the bound by the resolution
  std::uint32_t run_ = 0;
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;  ///< above `most_`: nothing unstable has been found
};

}  // namespace

std::optional<SaturationInterval> saturation_interval(const NetworkSaturation& found, const TrafficSpec& traffic,
                                                      const NetworkBounds& bounds) {
  if (found.runs.size() < 2) return std::nullopt;
  // A search ends between a stable load and an unstable one, or the bound.
  std::vector<double> below;
  std::vector<double> above;
  for (const SaturationRun& run : found.runs) {
    below.push_back(traffic.load(run.stable_rate));
    above.push_back(run.unstable_rate == 0 ? bounds.throughput : traffic.load(run.unstable_rate));
  }
  const MeanOfRuns low = mean_of_runs(below);
  const MeanOfRuns high = mean_of_runs(above);
  return SaturationInterval{std::max(0.0, low.mean - low.half_width),
                            std::min(bounds.throughput, high.mean + high.half_width)};
}

NetworkSaturation find_saturation(const NetworkExperiment& experiment, const NetworkBounds& bounds,
                                  const SearchGoesOn& goes_on) {
  return Search(experiment, bounds, goes_on).run();
}

}  // namespace gantry
