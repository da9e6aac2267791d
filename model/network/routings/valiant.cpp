// SPDX-License-Identifier: Apache-2.0
// Valiant routing (Valiant and Brebner 1981): a packet first goes to a random router with terminals, and from there to
// its destination, both by the topology's route. So any traffic loads the links as twice the uniform traffic would. The
// first leg has virtual channels of its own, which no packet of the second leg enters. So both legs are free of
// deadlock as the topology's routes are.
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
