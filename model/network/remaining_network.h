// SPDX-License-Identifier: Apache-2.0
// What is left of a network whose links and routers die, and routes over it: up-down routes
// (gantry/network/routed_graph.h), whatever the routes of before were.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/network/network_fault.h"
#include "gantry/network/routed_graph.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

class RemainingNetwork {
 public:
  /// `topology` must outlive it. All of it is left, and there are no routes yet.
  explicit RemainingNetwork(const Topology& topology);

  /// Takes a link or router out. Precondition: the topology has it.
  void lose(const NetworkFault& fault);
  /// Computes parts and routes. Throws std::logic_error if the packets to routers `destinations` could wait for each
  /// other in a circle. The effort grows with routers x links.
  void find_routes(const std::vector<std::uint32_t>& destinations);

  // Of the last find_routes().
  /// Returns whether packets get from a router to another one, or to another terminal of the same one.
  [[nodiscard]] bool has_way(std::uint32_t from, std::uint32_t to) const {
    return parts_[from] != kNone && parts_[from] == parts_[to];
  }
  /// Returns the port of the topology on the route. Precondition: has_way(), and the routers differ.
  [[nodiscard]] std::uint32_t port(std::uint32_t from, std::uint32_t to) const {
    return ports_[from][graph_.ports[std::size_t{from} * graph_.routers + to]];
  }
  /// Returns for every router its ports on shortest ways to `destination`, one bit each.
  [[nodiscard]] std::vector<std::uint64_t> shortest_ports(std::uint32_t destination) const;

 private:
  void find_parts();

  const Topology& topology_;
  std::vector<NetworkFault> lost_;
  RoutedGraph graph_;                              ///< its links are those that are left, of parallel ones the first
  std::vector<std::vector<std::uint32_t>> ports_;  ///< [router][port in the graph]: port in the topology
  std::vector<std::uint32_t> parts_;               ///< [router]: lowest router of its part; kNone: it is dead
};

}  // namespace network
}  // namespace gantry
