// SPDX-License-Identifier: Apache-2.0
// The traffic of a run as pictures: where it went, and how long its packets took. docs/outputs.md explains them.
#pragma once

#include <string>

#include "gantry/base/types.h"
#include "gantry/network/network_stats.h"

namespace gantry {

/// Routers and links as a heat map. `cycles`: of the run.
std::string network_picture(const std::string& title, const InterconnectTraffic& traffic, Cycle cycles);

/// A histogram of the latencies of all packets.
std::string latency_picture(const std::string& title, const InterconnectTraffic& traffic);

}  // namespace gantry
