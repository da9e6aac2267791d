// SPDX-License-Identifier: Apache-2.0
// The packets of a trace, from the first to the last arrival.
#pragma once

#include <optional>

#include "network/load_watch.h"
#include "network/network_experiment.h"
#include "network/network_point.h"

namespace gantry {

/// Nothing when the watch ended it.
std::optional<NetworkPoint> run_trace(const NetworkExperiment& experiment, const LoadWatch& watch = {});

}  // namespace gantry
