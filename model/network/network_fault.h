// SPDX-License-Identifier: Apache-2.0
// What dies in an interconnect, and when. docs/faults.md says what follows.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

enum class NetworkFaultKind : std::uint8_t {
  die,   ///< packets in the network are lost, and sent again
  drain  ///< packets leave the network before the routes change
};

inline constexpr std::array<std::string_view, 2> kNetworkFaultKindNames = {"die", "drain"};

/// The death of a router, or of all links between two routers, in both directions.
struct NetworkFault {
  std::uint32_t router = 0;
  std::uint32_t other = kNone;  ///< router at the far end of the links; kNone: the router itself dies
  Cycle at = 0;                 ///< 0..2^40
  NetworkFaultKind kind = NetworkFaultKind::die;
};

/// A fault that began in a run, and what followed.
struct NetworkFaultRecord {
  NetworkFault fault;
  Cycle end = kNever;        ///< first cycle in which packets enter on the new routes; kNever: the run ended before
  std::uint64_t held = 0;    ///< packets that waited at their terminals at the end of the drain that it began
  std::uint64_t resent = 0;  ///< packets that it lost, and that were sent again
};

/// What dead links and routers have cost.
struct RerouteStats {
  std::uint64_t reroutes = 0;      ///< changes of the routes
  std::uint64_t drain_cycles = 0;  ///< cycles in which no packet could enter
  std::uint64_t packets_held = 0;  ///< packets that waited at their terminals at the end of such times
  std::uint64_t resent = 0;        ///< packets that were lost and sent again, each time
};

}  // namespace network
}  // namespace gantry
