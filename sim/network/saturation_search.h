// SPDX-License-Identifier: Apache-2.0
// The highest load that a network carries.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "network/network_point.h"

namespace gantry {

struct NetworkSaturation {
  std::optional<NetworkPoint> best;  ///< highest stable load found
  std::uint64_t unstable_rate = 0;   ///< lowest unstable one found, at most 1 % above; 0: there is none
  std::vector<LoadSample> tried;     ///< all, in their order
  bool complete = false;             ///< false: the search was ended before 1 % was left

  /// Packets per cycle and node, in millionths; 0: none is stable.
  [[nodiscard]] std::uint64_t stable_rate() const { return best ? best->rate : 0; }
};

/// Is asked now and then with what has been found, the load that is being tried (packets per cycle and node, in
/// millionths) and its cycle; false ends the search at once.
using SearchGoesOn = std::function<bool(const NetworkSaturation& found, std::uint64_t rate, Cycle now)>;

NetworkSaturation find_saturation(const NetworkExperiment& experiment, const NetworkBounds& bounds,
                                  const SearchGoesOn& goes_on = {});

}  // namespace gantry
