// SPDX-License-Identifier: Apache-2.0
// The packets of a trace, from the first to the last arrival.
#pragma once

#include "core/records.h"
#include "network/network_experiment.h"
#include "network/network_point.h"

namespace gantry {

/// `packets` hears of every packet that arrives.
NetworkPoint run_trace(const NetworkExperiment& experiment, PacketSink* packets = nullptr);

}  // namespace gantry
