// SPDX-License-Identifier: Apache-2.0
// Ring: one router and node per endpoint, routed the shorter way around. Two channel classes with a dateline at the
// link between the last and the first router; a long ring has a second one half-way.
#include "gantry/network/topologies/ring_route.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {
namespace {

class RingTopology final : public Topology {
 public:
  explicit RingTopology(std::uint32_t nodes) : nodes_(nodes) {}

  [[nodiscard]] std::uint32_t nodes() const override { return nodes_; }
  [[nodiscard]] std::uint32_t routers() const override { return nodes_; }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return node; }

  // Ports of a router: forward, backward. In a ring of two routers each has one port.
  [[nodiscard]] std::uint32_t ports(std::uint32_t /*router*/) const override {
    return is_closed(nodes_) ? 2 : nodes_ - 1;
  }
  [[nodiscard]] LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const override {
    if (!is_closed(nodes_)) return {1 - router, 0};
    return port == 0 ? LinkEnd{(router + 1) % nodes_, 1} : LinkEnd{(router + nodes_ - 1) % nodes_, 0};
  }
  [[nodiscard]] std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const override {
    return !is_closed(nodes_) || goes_forward(router, destination, nodes_) ? 0 : 1;
  }
  [[nodiscard]] std::uint32_t straight_on(std::uint32_t /*router*/, std::uint32_t port) const override {
    return is_long(nodes_) ? 1 - port : kNone;
  }
  [[nodiscard]] std::uint32_t channel_classes() const override { return is_closed(nodes_) ? 2 : 1; }
  [[nodiscard]] std::uint32_t channel_class(std::uint32_t router, std::uint32_t destination) const override {
    return is_closed(nodes_) ? dateline_class(router, destination, nodes_) : 0;
  }

  // Half of the circle is drawn above the other half.
  [[nodiscard]] Spot spot(std::uint32_t router) const override {
    const std::uint32_t above = (nodes_ + 1) / 2;
    return {static_cast<double>(router < above ? router : 2 * above - 1 - router), router < above ? 0.0 : 1.0};
  }

 private:
  std::uint32_t nodes_;
};

}  // namespace

void add_ring(TopologyCatalogue& topologies) {
  topologies.add(
      "ring", "routers in a circle, one endpoint on each, the shorter way, two classes of channels",
      [](const InterconnectConfig&, std::uint32_t endpoints) { return std::make_unique<RingTopology>(endpoints); });
}

}  // namespace network
}  // namespace gantry
