// SPDX-License-Identifier: Apache-2.0
// A topology answers questions at elaboration: routers, where nodes attach, neighbours, next port. The interconnect
// engine fills its tables from the answers and never asks again.
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

/// Of channels: a packet may take those of every class.
inline constexpr std::uint32_t kAnyClass = 3;

/// The far end of a link.
struct LinkEnd {
  std::uint32_t router = kNone;  ///< kNone: the port is not connected
  std::uint32_t port = 0;
};

/// Where a picture puts a router: neighbours in a grid have columns or rows that differ by one.
struct Spot {
  double column = 0.0;
  double row = 0.0;
};

class Topology {
 public:
  virtual ~Topology() = default;
  /// Places where an endpoint can sit, numbered from 0.
  [[nodiscard]] virtual std::uint32_t nodes() const = 0;
  [[nodiscard]] virtual std::uint32_t routers() const = 0;
  /// The router that a node is attached to.
  [[nodiscard]] virtual std::uint32_t router_of(std::uint32_t node) const = 0;
  /// Network ports of a router, endpoints not counted.
  [[nodiscard]] virtual std::uint32_t ports(std::uint32_t router) const = 0;
  /// Links are symmetric: neighbour(neighbour(r, p)) is (r, p).
  [[nodiscard]] virtual LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const = 0;
  /// Port of `router` towards another router, on which a node sits. Precondition: they differ.
  [[nodiscard]] virtual std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const = 0;
  /// Classes of virtual channels that routes need to be free of cycles, 1..4. Requests and responses each have their
  /// channels divided evenly among the classes.
  [[nodiscard]] virtual std::uint32_t channel_classes() const { return 1; }
  /// Class of channels that a packet for `destination` takes as it leaves `router`, or kAnyClass of at most 3.
  /// Precondition: they differ.
  [[nodiscard]] virtual std::uint32_t channel_class(std::uint32_t /*router*/, std::uint32_t /*destination*/) const {
    return 0;
  }
  /// The port by which packets that have come by `port` go straight on: there they stay in the class of channels that
  /// they are in, as far as channel_class() allows. kNone: they never do.
  [[nodiscard]] virtual std::uint32_t straight_on(std::uint32_t /*router*/, std::uint32_t /*port*/) const {
    return kNone;
  }
  /// Sets of routes: next_port() is the first; each alone is free of cycles of channels and takes as many links.
  [[nodiscard]] virtual std::uint32_t orders() const { return 1; }
  /// As next_port(), on the routes number `order`.
  [[nodiscard]] virtual std::uint32_t next_port_in(std::uint32_t /*order*/, std::uint32_t router,
                                                   std::uint32_t destination) const {
    return next_port(router, destination);
  }
  /// Whether equal_ports() is ever more than one port, if only in a larger one of its kind.
  [[nodiscard]] virtual bool has_equal_ports() const { return false; }
  /// Ports, one bit each, of which a packet may take any instead of next_port(): no cycle of channels closes, and it
  /// takes as many links. Precondition: the routers differ.
  [[nodiscard]] virtual std::uint64_t equal_ports(std::uint32_t router, std::uint32_t destination) const {
    return std::uint64_t{1} << next_port(router, destination);
  }
  /// Latency and width of a link, both ways alike, where it is not like most.
  [[nodiscard]] virtual LinkShape link_shape(std::uint32_t /*router*/, std::uint32_t /*port*/) const { return {}; }
  /// Columns of the nodes if they stand in a grid, row by row, one on each router; 0: in none.
  [[nodiscard]] virtual std::uint32_t columns() const { return 0; }
  /// Writes the numbers that it found for keys of its own that are `auto`.
  virtual void resolve(OwnValues& /*own*/) const {}
  /// For pictures alone; without an answer routers stand in a row.
  [[nodiscard]] virtual Spot spot(std::uint32_t router) const { return {static_cast<double>(router), 0.0}; }
  /// How long a link is, in tiles of an endpoint, for figures of cost: as far as pictures have its ends apart, or its
  /// own.
  [[nodiscard]] virtual double link_tiles(std::uint32_t router, std::uint32_t port) const {
    const Spot here = spot(router);
    const Spot there = spot(neighbour(router, port).router);
    return std::abs(here.column - there.column) + std::abs(here.row - there.row);
  }
  /// Links between two routers along the route.
  [[nodiscard]] std::uint32_t hops(std::uint32_t from, std::uint32_t to) const {
    std::uint32_t count = 0;
    while (from != to) {
      from = neighbour(from, next_port(from, to)).router;
      ++count;
    }
    return count;
  }
};

/// `endpoints` is how many endpoints have to be seated, for topologies that size themselves. Throws
/// std::invalid_argument, which says of the topology what is wrong ("has 9000 routers and may have 8192"), if there can
/// be none.
using TopologyFactory = std::unique_ptr<Topology>(const InterconnectConfig&, std::uint32_t endpoints);
using TopologyCatalogue = Catalogue<TopologyFactory, OwnKey>;
/// Those of the folder `topologies`.
const TopologyCatalogue& builtin_topologies();

}  // namespace network
}  // namespace gantry
