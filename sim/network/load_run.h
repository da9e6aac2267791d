// SPDX-License-Identifier: Apache-2.0
// One load, from the empty network to its last measured packet. docs/network.md says how warm-up, convergence and what
// is unstable are found.
#pragma once

#include <cstdint>
#include <optional>

#include "network/load_watch.h"
#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "network/network_point.h"

namespace gantry {

/// `rate`: packets per cycle and node, in millionths. Nothing when the watch ended it.
std::optional<NetworkPoint> run_load(const NetworkExperiment& experiment, std::uint64_t rate,
                                     const NetworkBounds& bounds, const LoadWatch& watch = {});

}  // namespace gantry
