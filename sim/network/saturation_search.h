// SPDX-License-Identifier: Apache-2.0
// The highest load that a network carries.
#pragma once

#include <cstdint>
#include <functional>

#include "network/network_bounds.h"
#include "network/network_experiment.h"

namespace gantry {

struct NetworkSaturation {
  std::uint64_t rate = 0;           ///< highest stable one found
  std::uint64_t unstable_rate = 0;  ///< lowest unstable one found, at most 1 % above; 0: there is none
  double offered = 0.0;
  double accepted = 0.0;
  bool complete = false;  ///< false: the search was ended before 1 % was left
};

/// Is asked now and then with what has been found, the load that is being tried (packets per cycle and node, in
/// millionths) and its cycle; false ends the search at once.
using SearchGoesOn = std::function<bool(const NetworkSaturation& found, std::uint64_t rate, Cycle now)>;

NetworkSaturation find_saturation(const NetworkExperiment& experiment, const NetworkBounds& bounds,
                                  const SearchGoesOn& goes_on = {});

}  // namespace gantry
