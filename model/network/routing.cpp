// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/routing.h"

#include "gantry/base/error.h"

namespace gantry {
inline namespace network {

std::unique_ptr<Routing> make_routing(const InterconnectConfig& config, const Topology& topology,
                                      const RoutingCatalogue& routings) {
  const auto* entry = routings.find(config.routing);
  if (entry == nullptr) throw Error("no routing is called " + config.routing);
  auto routing = entry->make(topology);
  if (!routing) {
    throw Error("the topology " + config.topology + " has no routes for the routing " + config.routing);
  }
  return routing;
}

std::vector<std::uint32_t> links_to(const Topology& topology, std::uint32_t destination) {
  std::vector<std::uint32_t> links(topology.routers(), kNone);
  std::vector<std::uint32_t> reached = {destination};
  links[destination] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const std::uint32_t router = reached[i];
    for (std::uint32_t p = 0; p < topology.ports(router); ++p) {
      const std::uint32_t next = topology.neighbour(router, p).router;
      if (links[next] != kNone) continue;
      links[next] = links[router] + 1;
      reached.push_back(next);
    }
  }
  return links;
}

}  // namespace network
}  // namespace gantry
