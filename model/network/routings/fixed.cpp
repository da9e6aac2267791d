// SPDX-License-Identifier: Apache-2.0
// The topology's own route for every packet.
#include "gantry/network/routing.h"

namespace gantry {
inline namespace network {

void add_fixed(RoutingCatalogue& routings) {
  routings.add("fixed", "the topology's one route",
               [](const Topology& topology) { return std::make_unique<Routing>(topology); });
}

}  // namespace network
}  // namespace gantry
