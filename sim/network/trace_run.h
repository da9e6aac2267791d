// SPDX-License-Identifier: Apache-2.0
// Runs the packets of a trace, from the first to the last arrival.
#pragma once

#include <optional>

#include "network/load_watch.h"
#include "network/network_experiment.h"
#include "network/network_point.h"

namespace gantry {

/// Returns nothing if the watch ended the run.
std::optional<NetworkPoint> run_trace(const NetworkExperiment& experiment, const LoadWatch& watch = {});

}  // namespace gantry
