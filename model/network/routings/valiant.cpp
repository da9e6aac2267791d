// SPDX-License-Identifier: Apache-2.0
// Valiant's two legs (Valiant and Brebner 1981): a packet goes by the topology's route to a router drawn from those
// with terminals, and from there to its destination, so that whoever sends to whom the links are loaded as by uniform
// traffic twice. The first leg has channels of its own, which nothing enters from those of the second: each half is
// free of cycles as the topology's routes are.
#include "gantry/network/routing.h"

namespace gantry {
inline namespace network {
namespace {

class Valiant final : public Routing {
 public:
  using Routing::Routing;
  [[nodiscard]] bool has_detour() const override { return true; }
};

}  // namespace

void add_valiant(RoutingCatalogue& routings) {
  routings.add("valiant", "by a router that is drawn for every packet",
               [](const Topology& topology) { return std::make_unique<Valiant>(topology); });
}

}  // namespace network
}  // namespace gantry
