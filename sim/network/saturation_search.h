// SPDX-License-Identifier: Apache-2.0
// Searches for the highest load that a network carries, with several independent runs of traffic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "network/network_point.h"

namespace gantry {

/// Result of one search with the traffic of one run. Rates are packets per cycle and node, in millionths.
struct SaturationRun {
  std::uint64_t stable_rate = 0;    ///< highest stable load found; 0: none
  std::uint64_t unstable_rate = 0;  ///< lowest unstable load found, at most 1 % above; 0: none below the bound
};

/// 95 % confidence interval of the saturation load, in flits per cycle and node: of the mean over all traffic of the
/// result of a search.
struct SaturationInterval {
  double low = 0.0;
  double high = 0.0;
};

struct NetworkSaturation {
  std::optional<NetworkPoint> best;  ///< highest stable load of the median search
  std::uint64_t unstable_rate = 0;   ///< lowest unstable load of the same search; 0: none below the bound
  std::vector<SaturationRun> runs;   ///< searches that ran to their end, in order
  std::vector<LoadSample> tried;     ///< all loads that were tried, in order
  bool complete = false;             ///< false: the searches were interrupted
  SimulatedRuns simulated;           ///< all runs of all searches

  /// Saturation in packets per cycle and node, in millionths; 0: no load is stable.
  [[nodiscard]] std::uint64_t stable_rate() const { return best ? best->rate : 0; }
};

/// Returns the interval, which is not above the bound. Nothing for a single run, which does not show the variance.
std::optional<SaturationInterval> saturation_interval(const NetworkSaturation& found, const TrafficSpec& traffic,
                                                      const NetworkBounds& bounds);

/// Called every few cycles with the results so far (`best` and `unstable_rate` of the current search), the load being
/// tried (packets per cycle and node, in millionths) and its cycle. Returning false ends the search at once.
using SearchGoesOn = std::function<bool(const NetworkSaturation& found, std::uint64_t rate, Cycle now)>;

NetworkSaturation find_saturation(const NetworkExperiment& experiment, const NetworkBounds& bounds,
                                  const SearchGoesOn& goes_on = {});

}  // namespace gantry
