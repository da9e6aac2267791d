// SPDX-License-Identifier: Apache-2.0
// Routings: the route of a packet, or a choice among several. A routing answers questions about a topology before the
// first cycle, as the topology does. The fabric's tables, exact bounds and the proof of deadlock freedom all use these
// answers. The fabric draws and chooses (model/network/fabric_routing.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/types.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

/// How a packet chooses among the ports of ports_towards().
enum class PortChoice : std::uint8_t {
  none,      ///< one port, no choice
  drawn,     ///< a random draw when the packet comes to the router
  adaptive,  ///< by free virtual channels and credits, in every cycle
};

class Routing {
 public:
  /// `topology` must outlive it.
  explicit Routing(const Topology& topology) : topology_(topology) {}
  virtual ~Routing() = default;
  Routing(const Routing&) = delete;
  Routing& operator=(const Routing&) = delete;

  /// Number of sets of routes. One is drawn per packet. The sets share no virtual channels.
  [[nodiscard]] virtual std::uint32_t orders() const { return 1; }
  /// As Topology::next_port(), in the set of routes number `order`.
  [[nodiscard]] virtual std::uint32_t next_port(std::uint32_t /*order*/, std::uint32_t router,
                                                std::uint32_t destination) const {
    return topology_.next_port(router, destination);
  }
  /// Whether a packet goes to a random router with terminals first. The two legs share no virtual channels.
  [[nodiscard]] virtual bool has_detour() const { return false; }
  /// How a packet chooses among the ports of ports_towards(); none: next_port() decides.
  [[nodiscard]] virtual PortChoice choice() const { return PortChoice::none; }
  /// With a choice: returns for every router the ports that a packet to `destination` may take, one bit each.
  [[nodiscard]] virtual std::vector<std::uint64_t> ports_towards(std::uint32_t /*destination*/) const { return {}; }

  [[nodiscard]] const Topology& topology() const { return topology_; }
  /// Whether every packet has one route.
  [[nodiscard]] bool is_fixed() const { return orders() == 1 && !has_detour() && choice() == PortChoice::none; }
  /// Number of disjoint groups of virtual channels, each with all classes of the topology. A packet uses the groups in
  /// ascending order.
  [[nodiscard]] std::uint32_t groups() const { return orders() * (has_detour() ? 2 : 1); }
  /// Virtual channels that each kind of packets needs.
  [[nodiscard]] std::uint32_t least_channels() const {
    return groups() * topology_.channel_classes() + (choice() == PortChoice::adaptive ? 1 : 0);
  }

 private:
  const Topology& topology_;
};

/// Makes a routing; nullptr: the topology does not support it.
using RoutingFactory = std::unique_ptr<Routing>(const Topology&);
using RoutingCatalogue = Catalogue<RoutingFactory>;
/// The routings of the folder `routings`.
const RoutingCatalogue& builtin_routings();

/// Throws Error when there is no such routing, or the topology does not support it.
[[nodiscard]] std::unique_ptr<Routing> make_routing(const InterconnectConfig& config, const Topology& topology,
                                                    const RoutingCatalogue& routings = builtin_routings());

/// Returns the number of links on a shortest route from every router to `destination`; kNone: not connected.
[[nodiscard]] std::vector<std::uint32_t> links_to(const Topology& topology, std::uint32_t destination);

}  // namespace network
}  // namespace gantry
