// SPDX-License-Identifier: Apache-2.0
// What a machine is asked to carry beside its own messages.
#pragma once

#include <cstdint>

#include "gantry/network/traffic_spec.h"

namespace gantry {
inline namespace network {

/// Synthetic traffic that shares a machine's interconnect: a terminal of its own at every node, requests and
/// responses in turn. It goes on until the last task is done, or nothing in the machine can happen any more.
struct BackgroundTraffic {
  TrafficSpec traffic;  ///< with one rate, or a trace; packets are as long as the header at least
  NodeGrid grid;        ///< all nodes of the topology
  std::uint64_t seed = 1;
};

}  // namespace network
}  // namespace gantry
