// SPDX-License-Identifier: Apache-2.0
// Topologies. A topology answers questions before the first cycle: routers, nodes, neighbours, next port. The fabric
// fills its tables from the answers and does not use the topology afterwards.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gantry/base/catalogue.h"
#include "gantry/base/own_keys.h"
#include "gantry/base/types.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/link_shape.h"

namespace gantry {
inline namespace network {

/// Value of channel_class(): the packet may take channels of every class.
inline constexpr std::uint32_t kAnyClass = 3;

/// The far end of a link.
struct LinkEnd {
  std::uint32_t router = kNone;  ///< kNone: the port is not connected
  std::uint32_t port = 0;
};

/// Position of a router in a picture. Neighbours in a grid differ by 1 in column or row.
struct Spot {
  double column = 0.0;
  double row = 0.0;
};

class Topology {
 public:
  virtual ~Topology() = default;
  /// Number of nodes, from which packets come and to which they go. Nodes, routers and ports count from 0.
  [[nodiscard]] virtual std::uint32_t nodes() const = 0;
  [[nodiscard]] virtual std::uint32_t routers() const = 0;
  /// Router of a node.
  [[nodiscard]] virtual std::uint32_t router_of(std::uint32_t node) const = 0;
  /// Number of a router's ports to other routers.
  [[nodiscard]] virtual std::uint32_t ports(std::uint32_t router) const = 0;
  /// The other end of a link. Links are symmetric: neighbour(neighbour(r, p)) is (r, p).
  [[nodiscard]] virtual LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const = 0;
  /// Port of `router` on the route to router `destination`, which has nodes. Precondition: they differ.
  [[nodiscard]] virtual std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const = 0;
  /// Number of virtual-channel classes that make the routes free of deadlock, 1..4. Each kind of packets divides its
  /// channels evenly among the classes.
  [[nodiscard]] virtual std::uint32_t channel_classes() const { return 1; }
  /// Class of the virtual channel that a packet to `destination` takes when it leaves `router`; kAnyClass is allowed
  /// with at most 3 classes. Precondition: they differ.
  [[nodiscard]] virtual std::uint32_t channel_class(std::uint32_t /*router*/, std::uint32_t /*destination*/) const {
    return 0;
  }
  /// The port straight on from input port `port`. A packet that goes straight on keeps its channel class, as far as
  /// channel_class() allows. kNone: no such rule.
  [[nodiscard]] virtual std::uint32_t straight_on(std::uint32_t /*router*/, std::uint32_t /*port*/) const {
    return kNone;
  }
  /// Number of sets of routes; next_port() is the first. Each set alone is free of deadlock and has equally short
  /// routes.
  [[nodiscard]] virtual std::uint32_t orders() const { return 1; }
  /// As next_port(), in the set of routes number `order`.
  [[nodiscard]] virtual std::uint32_t next_port_in(std::uint32_t /*order*/, std::uint32_t router,
                                                   std::uint32_t destination) const {
    return next_port(router, destination);
  }
  /// Whether equal_ports() can return more than one port, in some size of this topology.
  [[nodiscard]] virtual bool has_equal_ports() const { return false; }
  /// Ports, one bit each, that a packet may take instead of next_port(). All are free of deadlock and equally short.
  /// Precondition: the routers differ.
  [[nodiscard]] virtual std::uint64_t equal_ports(std::uint32_t router, std::uint32_t destination) const {
    return std::uint64_t{1} << next_port(router, destination);
  }
  /// Latency and width of a link, in both directions. 0: the common value of the configuration.
  [[nodiscard]] virtual LinkShape link_shape(std::uint32_t /*router*/, std::uint32_t /*port*/) const { return {}; }
  /// Columns, if the nodes form a grid, row by row, with one node per router; 0: no grid.
  [[nodiscard]] virtual std::uint32_t columns() const { return 0; }
  /// Writes the sizes in use into its own keys, in place of `auto`.
  virtual void resolve(OwnValues& /*own*/) const {}
  /// Position of a router in a picture. Default: all routers in one row.
  [[nodiscard]] virtual Spot spot(std::uint32_t router) const { return {static_cast<double>(router), 0.0}; }
  /// Length of a link for cost figures, in tiles of an endpoint. Default: the distance of its ends in the picture.
  [[nodiscard]] virtual double link_tiles(std::uint32_t router, std::uint32_t port) const {
    const Spot here = spot(router);
    const Spot there = spot(neighbour(router, port).router);
    return std::abs(here.column - there.column) + std::abs(here.row - there.row);
  }
  /// Returns the number of links on the route; 0 for the same router. Precondition: router `to` has nodes.
  [[nodiscard]] std::uint32_t hops(std::uint32_t from, std::uint32_t to) const {
    std::uint32_t count = 0;
    while (from != to) {
      from = neighbour(from, next_port(from, to)).router;
      ++count;
    }
    return count;
  }
};

/// Makes a topology. Where the configuration leaves its size open, it has at least `endpoints` nodes, as far as the
/// limits of its keys allow. The caller checks whether the nodes suffice. Throws Error if there is no such topology;
/// the text continues "topology NAME ..." ("has 9000 routers and may have 8192").
using TopologyFactory = std::unique_ptr<Topology>(const InterconnectConfig&, std::uint32_t endpoints);
using TopologyCatalogue = Catalogue<TopologyFactory, OwnKey>;
/// The topologies of the folder `topologies`.
const TopologyCatalogue& builtin_topologies();

}  // namespace network
}  // namespace gantry
