// SPDX-License-Identifier: Apache-2.0
// What dies in an interconnect, and when. docs/faults.md says what follows.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

/// The death of a router, or of all links between two routers, in both directions.
struct NetworkFault {
  std::uint32_t router = 0;
  std::uint32_t other = kNone;  ///< router at the far end of the links; kNone: the router itself dies
  Cycle at = 0;                 ///< 0..2^40
  bool drain = false;           ///< packets leave the network before the routes change; else they are lost
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
