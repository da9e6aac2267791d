// SPDX-License-Identifier: Apache-2.0
// How packets find their way: by the topology's one route, or by one of several. A routing answers questions about a
// topology before the first cycle, as the topology does, and the same answers make the fabric's tables, exact bounds
// and the proof that no cycle of channels closes. Drawing and choosing is the fabric's
// (model/network/fabric_routing.cpp).
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

/// What decides between ports() of which a packet may take any.
enum class PortChoice : std::uint8_t {
  none,      ///< there is one port
  drawn,     ///< a draw, when the packet comes to the router
  adaptive,  ///< free channels and places, every time that the router is looked at
};

class Routing {
 public:
  /// `topology` has to outlive it.
  explicit Routing(const Topology& topology) : topology_(topology) {}
  virtual ~Routing() = default;
  Routing(const Routing&) = delete;
  Routing& operator=(const Routing&) = delete;

  /// Sets of routes, of which one is drawn for every packet. They share no channels.
  [[nodiscard]] virtual std::uint32_t orders() const { return 1; }
  /// As Topology::next_port(), on the routes number `order`.
  [[nodiscard]] virtual std::uint32_t next_port(std::uint32_t /*order*/, std::uint32_t router,
                                                std::uint32_t destination) const {
    return topology_.next_port(router, destination);
  }
  /// Whether a packet goes to a drawn router first, of those with terminals. Both legs share no channels.
  [[nodiscard]] virtual bool has_detour() const { return false; }
  [[nodiscard]] virtual PortChoice choice() const { return PortChoice::none; }
  /// With a choice, for every router: ports, one bit each, of which a packet for another one takes one.
  [[nodiscard]] virtual std::vector<std::uint64_t> ports_towards(std::uint32_t /*destination*/) const { return {}; }

  [[nodiscard]] const Topology& topology() const { return topology_; }
  /// One route for every packet.
  [[nodiscard]] bool is_fixed() const { return orders() == 1 && !has_detour() && choice() == PortChoice::none; }
  /// Groups of channels without a channel in common, each with the topology's classes; a packet's way leads through
  /// them in ascending order.
  [[nodiscard]] std::uint32_t groups() const { return orders() * (has_detour() ? 2 : 1); }
  /// That each kind of packets needs.
  [[nodiscard]] std::uint32_t least_channels() const {
    return groups() * topology_.channel_classes() + (choice() == PortChoice::adaptive ? 1 : 0);
  }

 private:
  const Topology& topology_;
};

/// nullptr: not on this topology.
using RoutingFactory = std::unique_ptr<Routing>(const Topology&);
using RoutingCatalogue = Catalogue<RoutingFactory>;
/// Those of the folder `routings`.
const RoutingCatalogue& builtin_routings();

/// Throws std::invalid_argument when the topology does not have such routes, or there is no such routing.
[[nodiscard]] std::unique_ptr<Routing> make_routing(const InterconnectConfig& config, const Topology& topology,
                                                    const RoutingCatalogue& routings = builtin_routings());

/// Links on the shortest way from every router to one.
[[nodiscard]] std::vector<std::uint32_t> links_to(const Topology& topology, std::uint32_t destination);

}  // namespace network
}  // namespace gantry
