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

/// One of several runs with independent traffic, from 0. `rate`: packets per cycle and node, in millionths. Nothing
/// when the watch ended it.
std::optional<NetworkPoint> run_load_once(const NetworkExperiment& experiment, std::uint64_t rate, std::uint32_t run,
                                          const NetworkBounds& bounds, const LoadWatch& watch = {});

/// The verdict of as many of the experiment's runs as it takes: one if that is clear, else until most agree; a draw is
/// unstable. The figures are those of the first run with that verdict, which is run once more unless it is run 0.
std::optional<NetworkPoint> run_load(const NetworkExperiment& experiment, std::uint64_t rate,
                                     const NetworkBounds& bounds, const LoadWatch& watch = {});

}  // namespace gantry
