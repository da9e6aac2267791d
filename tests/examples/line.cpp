// SPDX-License-Identifier: Apache-2.0
// line: as many routers in a row as there are endpoints, and some to spare, one node on each. A packet goes straight on
// to its destination and never turns back, so no cycle of packets can wait for each other's buffers.
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {
namespace {

class Line final : public Topology {
 public:
  explicit Line(std::uint32_t nodes) : nodes_(nodes) {}

  [[nodiscard]] std::uint32_t nodes() const override { return nodes_; }
  [[nodiscard]] std::uint32_t routers() const override { return nodes_; }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return node; }

  // Ports of a router: to the left, if there is a router, then to the right.
  [[nodiscard]] std::uint32_t ports(std::uint32_t router) const override {
    return (router > 0 ? 1U : 0U) + (router + 1 < nodes_ ? 1U : 0U);
  }
  [[nodiscard]] LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const override {
    const bool left = router > 0 && port == 0;
    return left ? LinkEnd{router - 1, right_port(router - 1)} : LinkEnd{router + 1, 0};
  }
  [[nodiscard]] std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const override {
    return destination < router ? 0 : right_port(router);
  }

 private:
  static std::uint32_t right_port(std::uint32_t router) { return router > 0 ? 1 : 0; }

  std::uint32_t nodes_;
};

constexpr OwnKey kSpare{"spare", 0, {0, 64}, "nodes", "beyond those that endpoints need"};

}  // namespace

void add_line(TopologyCatalogue& topologies) {
  topologies.add("line", "routers in a row, one endpoint on each",
                 [](const InterconnectConfig& config, std::uint32_t endpoints) {
                   return std::make_unique<Line>(endpoints + kSpare.of(config.own));
                 },
                 {kSpare});
}

}  // namespace network
}  // namespace gantry
