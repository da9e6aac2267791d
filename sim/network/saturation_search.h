// SPDX-License-Identifier: Apache-2.0
// The highest load that a network carries.
#pragma once

#include <cstdint>

#include "network/network_bounds.h"
#include "network/network_experiment.h"

namespace gantry {

struct NetworkSaturation {
  std::uint64_t rate = 0;           ///< highest stable one found
  std::uint64_t unstable_rate = 0;  ///< lowest unstable one found, at most 1 % above; 0: there is none
  double offered = 0.0;
  double accepted = 0.0;
};

NetworkSaturation find_saturation(const NetworkExperiment& experiment, const NetworkBounds& bounds);

}  // namespace gantry
