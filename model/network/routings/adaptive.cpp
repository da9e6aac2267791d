// SPDX-License-Identifier: Apache-2.0
// Minimal adaptive routing with escape channels (after Duato 1993). A head may take any port on a shortest route, in
// any adaptive channel, or the escape channel of the topology's route. From an escape channel it continues in escape
// channels. docs/timing.md shows why this is free of deadlock.
#include "gantry/network/routing.h"

namespace gantry {
inline namespace network {
namespace {

class Adaptive final : public Routing {
 public:
  using Routing::Routing;
  [[nodiscard]] PortChoice choice() const override { return PortChoice::adaptive; }
  [[nodiscard]] std::vector<std::uint64_t> ports_towards(std::uint32_t destination) const override {
    const std::vector<std::uint32_t> links = links_to(topology(), destination);
    std::vector<std::uint64_t> ports(links.size(), 0);
    for (std::uint32_t r = 0; r < ports.size(); ++r) {
      for (std::uint32_t p = 0; p < topology().ports(r); ++p) {
        if (links[topology().neighbour(r, p).router] + 1 == links[r]) ports[r] |= std::uint64_t{1} << p;
      }
    }
    return ports;
  }
};

}  // namespace

void add_adaptive(RoutingCatalogue& routings) {
  routings.add("adaptive", "any port of a shortest way, as channels are free, with escape channels",
               [](const Topology& topology) { return std::make_unique<Adaptive>(topology); });
}

}  // namespace network
}  // namespace gantry
