// SPDX-License-Identifier: Apache-2.0
// Pictures of a run's traffic: load of routers and links, and latencies of packets. docs/outputs.md explains them.
#pragma once

#include <string>

#include "gantry/base/types.h"
#include "gantry/network/network_stats.h"

namespace gantry {

/// Returns routers and links as a heat map. `cycles`: length of the run.
std::string network_picture(const std::string& title, const InterconnectTraffic& traffic, Cycle cycles);

/// Returns a histogram of the latencies of all packets.
std::string latency_picture(const std::string& title, const InterconnectTraffic& traffic);

}  // namespace gantry
