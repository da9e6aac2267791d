// SPDX-License-Identifier: Apache-2.0
// O1TURN (Seo, Ali, Lim, Rafique, Thottethodi 2005): a packet goes first along the row or first along the column. Each
// order has virtual channels of its own, and no packet changes its order. So it is free of deadlock, as each order is.
#include "gantry/network/routing.h"

namespace gantry {
inline namespace network {
namespace {

class O1Turn final : public Routing {
 public:
  using Routing::Routing;
  [[nodiscard]] std::uint32_t orders() const override { return topology().orders(); }
  [[nodiscard]] std::uint32_t next_port(std::uint32_t order, std::uint32_t router,
                                        std::uint32_t destination) const override {
    return topology().next_port_in(order, router, destination);
  }
};

}  // namespace

void add_o1turn(RoutingCatalogue& routings) {
  routings.add("o1turn", "row first or column first, drawn for every packet; of meshes",
               [](const Topology& topology) -> std::unique_ptr<Routing> {
                 if (topology.orders() < 2) return nullptr;
                 return std::make_unique<O1Turn>(topology);
               });
}

}  // namespace network
}  // namespace gantry
