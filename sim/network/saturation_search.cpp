// SPDX-License-Identifier: Apache-2.0
#include "network/saturation_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "network/load_run.h"

namespace gantry {

NetworkSaturation find_saturation(const NetworkExperiment& experiment, const NetworkBounds& bounds,
                                  const SearchGoesOn& goes_on) {
  NetworkSaturation found;
  const double most = bounds.throughput / experiment.traffic.flits_with_reply() * kMillion;
  std::uint64_t high = std::min(experiment.traffic.most_rate(), static_cast<std::uint64_t>(std::ceil(most)));
  std::uint64_t low = 0;
  // False when the search has to end.
  const auto try_rate = [&](std::uint64_t rate) {
    LoadWatch watch;
    if (goes_on) watch.goes_on = [&](Cycle now) { return goes_on(found, rate, now); };
    auto point = run_load(experiment, rate, bounds, watch);
    if (!point) return false;
    found.tried.push_back(sample_of(*point));
    if (point->stable) {
      low = rate;
      found.best = std::move(point);
    } else {
      high = found.unstable_rate = rate;
    }
    return true;
  };
  if (!try_rate(high)) return found;
  while (high - low > std::max<std::uint64_t>(1, high / 100)) {
    if (!try_rate(low + (high - low) / 2)) return found;
  }
  found.complete = true;
  return found;
}

}  // namespace gantry
