// SPDX-License-Identifier: Apache-2.0
// The highest load that a network carries, found by several searches with independent traffic.
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

/// Where one search with the traffic of one run ended. Packets per cycle and node, in millionths.
struct SaturationRun {
  std::uint64_t stable_rate = 0;    ///< highest stable load found; 0: none is
  std::uint64_t unstable_rate = 0;  ///< lowest unstable one found, at most 1 % above; 0: there is none
};

/// Offered flits per cycle and node between which saturation lies with 95 % confidence: the mean over all traffic of
/// what one search finds.
struct SaturationInterval {
  double low = 0.0;
  double high = 0.0;
};

struct NetworkSaturation {
  std::optional<NetworkPoint> best;  ///< highest stable load of the search in the middle
  std::uint64_t unstable_rate = 0;   ///< lowest unstable one of the same search; 0: there is none
  std::vector<SaturationRun> runs;   ///< searches that came to their end, in their order
  std::vector<LoadSample> tried;     ///< all, in their order
  bool complete = false;             ///< false: the searches were ended before 1 % was left in each

  /// Packets per cycle and node, in millionths; 0: none is stable.
  [[nodiscard]] std::uint64_t stable_rate() const { return best ? best->rate : 0; }
};

/// Nothing of one run, which says nothing about others.
std::optional<SaturationInterval> saturation_interval(const NetworkSaturation& found, double packet_flits);

/// Is asked now and then with what has been found, `best` and `unstable_rate` being those of the search that is under
/// way, the load that is being tried (packets per cycle and node, in millionths) and its cycle; false ends the search
/// at once.
using SearchGoesOn = std::function<bool(const NetworkSaturation& found, std::uint64_t rate, Cycle now)>;

NetworkSaturation find_saturation(const NetworkExperiment& experiment, const NetworkBounds& bounds,
                                  const SearchGoesOn& goes_on = {});

}  // namespace gantry
