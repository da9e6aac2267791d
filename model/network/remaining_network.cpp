// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/remaining_network.h"

#include <algorithm>
#include <stdexcept>

namespace gantry {
inline namespace network {

namespace {

/// Returns the port by which router `from` reaches its neighbour `to`, of parallel links the first.
std::uint32_t port_to(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  std::uint32_t port = 0;
  while (topology.neighbour(from, port).router != to) ++port;
  return port;
}

}  // namespace

RemainingNetwork::RemainingNetwork(const Topology& topology) : topology_(topology) {}

void RemainingNetwork::lose(const NetworkFault& fault) { lost_.push_back(fault); }

void RemainingNetwork::find_parts() {
  const std::uint32_t routers = topology_.routers();
  const auto is_lost = [&](std::uint32_t a, std::uint32_t b) {
    return std::any_of(lost_.begin(), lost_.end(), [&](const NetworkFault& fault) {
      if (fault.other == kNone) return fault.router == a || fault.router == b;
      return std::minmax(fault.router, fault.other) == std::minmax(a, b);
    });
  };
  std::vector<GraphLink> links;
  for (std::uint32_t r = 0; r < routers; ++r) {
    for (std::uint32_t p = 0; p < topology_.ports(r); ++p) {
      const std::uint32_t far = topology_.neighbour(r, p).router;
      if (far == kNone || far <= r || port_to(topology_, r, far) != p || is_lost(r, far)) continue;
      links.push_back({r, far});
    }
  }
  graph_.routers = routers;
  graph_.ends = graph_ends(routers, links);
  ports_.assign(routers, {});
  parts_.assign(routers, kNone);
  for (std::uint32_t r = 0; r < routers; ++r) {
    for (const LinkEnd& end : graph_.ends[r]) ports_[r].push_back(port_to(topology_, r, end.router));
    if (parts_[r] != kNone || is_lost(r, r)) continue;
    const std::vector<std::uint32_t> distances = graph_distances(graph_.ends, r);
    for (std::uint32_t other = r; other < routers; ++other) {
      if (distances[other] != kNone) parts_[other] = r;
    }
  }
}

void RemainingNetwork::find_routes(const std::vector<std::uint32_t>& destinations) {
  find_parts();
  graph_.ports = up_down_routes(graph_.ends, levels_by_part(graph_.ends));
  graph_.nodes = destinations;
  if (!dependency_cycle(graph_).empty()) throw std::logic_error("routes over what is left of a network can deadlock");
}

std::vector<std::uint64_t> RemainingNetwork::shortest_ports(std::uint32_t destination) const {
  const std::vector<std::uint32_t> distances = graph_distances(graph_.ends, destination);
  std::vector<std::uint64_t> ports(distances.size(), 0);
  for (std::uint32_t r = 0; r < ports.size(); ++r) {
    if (distances[r] == kNone || r == destination) continue;
    for (std::size_t p = 0; p < ports_[r].size(); ++p) {
      if (distances[graph_.ends[r][p].router] + 1 == distances[r]) ports[r] |= std::uint64_t{1} << ports_[r][p];
    }
  }
  return ports;
}

}  // namespace network
}  // namespace gantry
