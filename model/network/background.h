// SPDX-License-Identifier: Apache-2.0
// Traffic that a machine's interconnect carries beside the machine's own messages.
#pragma once

#include <cstdint>

#include "gantry/network/traffic_spec.h"

namespace gantry {
inline namespace network {

/// Synthetic traffic that shares a machine's interconnect. Every node gets a terminal of its own, which alternates
/// requests and responses. It ends with the last task, or when nothing else can happen in the machine.
struct BackgroundTraffic {
  TrafficSpec traffic;  ///< one rate, or a trace; packets have at least the length of the header
  NodeGrid grid;        ///< all nodes of the topology
  std::uint64_t seed = 1;
};

}  // namespace network
}  // namespace gantry
