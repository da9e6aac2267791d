// SPDX-License-Identifier: Apache-2.0
// Runs one load, from the empty network to its last measured packet. docs/network.md explains warm-up, convergence and
// the test for stability.
#pragma once

#include <cstdint>
#include <optional>

#include "network/load_watch.h"
#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "network/network_point.h"

namespace gantry {

/// Runs one of several runs with independent traffic. `run`: its number from 0. `rate`: packets per cycle and node, in
/// millionths. Returns nothing if the watch ended it.
std::optional<NetworkPoint> run_load_once(const NetworkExperiment& experiment, std::uint64_t rate, std::uint32_t run,
                                          const NetworkBounds& bounds, const LoadWatch& watch = {});

/// Runs the load as often as needed to decide whether it is stable: once if that is clear, else until the majority is;
/// a draw is unstable. Returns the figures of the first run with that result, which is repeated unless it is run 0.
std::optional<NetworkPoint> run_load(const NetworkExperiment& experiment, std::uint64_t rate,
                                     const NetworkBounds& bounds, const LoadWatch& watch = {});

}  // namespace gantry
