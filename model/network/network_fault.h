// SPDX-License-Identifier: Apache-2.0
// What goes wrong in an interconnect, and when. docs/faults.md says what follows.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

enum class NetworkFaultKind : std::uint8_t {
  die,     ///< packets in the network are lost, and sent again
  drain,   ///< packets leave the network before the routes change
  corrupt  ///< of links: a flit is damaged, and its packet sent again
};

inline constexpr std::array<std::string_view, 3> kNetworkFaultKindNames = {"die", "drain", "corrupt"};

/// A fault of a router, or of all links between two routers, in both directions.
struct NetworkFault {
  std::uint32_t router = 0;
  std::uint32_t other = kNone;  ///< router at the far end of the links, above `router`; kNone: the router itself dies
  Cycle at = 0;                 ///< 0..2^40; of faults at random times 0
  NetworkFaultKind kind = NetworkFaultKind::die;
  Cycle mean = 0;        ///< of `corrupt`: at random times, so many cycles apart in the mean, 1..2^40; 0: in cycle `at`
  bool control = false;  ///< of the control network; else of the interconnect
};

/// Where random times come from.
struct RandomTimes {
  std::uint64_t seed = 0;
  Cycle last = kNever;  ///< no fault that is drawn begins later
};

/// A fault that began in a run, and what followed.
struct NetworkFaultRecord {
  NetworkFault fault;
  /// First cycle in which packets enter on the new routes; of `corrupt` the one after that of the damaged flit. kNever:
  /// the run ended before.
  Cycle end = kNever;
  std::uint64_t held = 0;    ///< packets that waited at their terminals at the end of the drain that it began
  std::uint64_t resent = 0;  ///< packets that it lost, and that were sent again
};

/// What dead links and routers have cost.
struct RerouteStats {
  std::uint64_t reroutes = 0;      ///< changes of the routes
  std::uint64_t drain_cycles = 0;  ///< cycles in which no packet could enter
  std::uint64_t packets_held = 0;  ///< packets that waited at their terminals at the end of such times
  std::uint64_t resent = 0;        ///< packets that were lost or damaged, and sent again, each time
};

}  // namespace network
}  // namespace gantry
