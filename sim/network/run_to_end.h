// SPDX-License-Identifier: Apache-2.0
// Runs all packets of a trace or of a batch, up to the last arrival.
#pragma once

#include <cstdint>
#include <optional>

#include "network/load_watch.h"
#include "network/network_experiment.h"
#include "network/network_point.h"

namespace gantry {

/// `rate`: packets per cycle and node, in millionths; 0: a trace, which has none. Returns nothing if the watch ended
/// the run. Precondition: the traffic ends.
std::optional<NetworkPoint> run_to_end(const NetworkExperiment& experiment, std::uint64_t rate,
                                       const LoadWatch& watch = {});

}  // namespace gantry
