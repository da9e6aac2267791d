// SPDX-License-Identifier: Apache-2.0
// Random link up: on every switch on its way up a packet draws one of the links. There is one way down. Up before down
// is free of deadlock for any draw.
#include "gantry/network/routing.h"

namespace gantry {
inline namespace network {
namespace {

class RandomUp final : public Routing {
 public:
  using Routing::Routing;
  [[nodiscard]] PortChoice choice() const override { return PortChoice::drawn; }
  [[nodiscard]] std::vector<std::uint64_t> ports_towards(std::uint32_t destination) const override {
    std::vector<std::uint64_t> ports(topology().routers(), 0);
    for (std::uint32_t r = 0; r < ports.size(); ++r) {
      if (r != destination) ports[r] = topology().equal_ports(r, destination);
    }
    return ports;
  }
};

}  // namespace

void add_random_up(RoutingCatalogue& routings) {
  routings.add("random_up", "a drawn one of the links up on every switch; of fat trees",
               [](const Topology& topology) -> std::unique_ptr<Routing> {
                 if (!topology.has_equal_ports()) return nullptr;
                 return std::make_unique<RandomUp>(topology);
               });
}

}  // namespace network
}  // namespace gantry
