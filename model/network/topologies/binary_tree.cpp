// SPDX-License-Identifier: Apache-2.0
// Binary tree with nodes at the leaves, two per bottom switch. A packet climbs to the lowest switch above both ends and
// descends. Such routes are free of deadlock. Switches are numbered as a heap: 0 is the root, and the children of s are
// 2s + 1 and 2s + 2.
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {
namespace {

class BinaryTree final : public Topology {
 public:
  /// `leaves`: a power of two, at least 2.
  explicit BinaryTree(std::uint32_t leaves) : leaves_(leaves) {}

  [[nodiscard]] std::uint32_t nodes() const override { return leaves_; }
  [[nodiscard]] std::uint32_t routers() const override { return leaves_ - 1; }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return first_bottom() + node / 2; }

  [[nodiscard]] std::uint32_t ports(std::uint32_t router) const override {
    return (router > 0 ? 1U : 0U) + (router < first_bottom() ? 2U : 0U);
  }

  // Ports of a switch: its children first (where it has switches below), then its parent.
  [[nodiscard]] LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const override {
    if (router < first_bottom() && port < 2) {
      const std::uint32_t child = 2 * router + 1 + port;
      return {child, parent_port(child)};
    }
    return {(router - 1) / 2, (router - 1) % 2};
  }

  [[nodiscard]] std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const override {
    // Climb from the destination. On reaching `router`, the last step is the child above the destination.
    std::uint32_t below = destination;
    while (below > router) {
      const std::uint32_t parent = (below - 1) / 2;
      if (parent == router) return (below - 1) % 2;
      below = parent;
    }
    return parent_port(router);
  }

  // A switch is above the middle of its children.
  [[nodiscard]] Spot spot(std::uint32_t router) const override {
    double row = 0.0;
    std::uint32_t first = 0;  // of its row
    std::uint32_t count = 1;
    for (; first + count <= router; count *= 2, row += 1.0) first += count;
    const std::uint32_t lowest = leaves_ / 2;
    const double below = static_cast<double>(lowest) / count;
    return {(router - first) * below + (below - 1.0) / 2.0, row};
  }

 private:
  [[nodiscard]] std::uint32_t first_bottom() const { return leaves_ / 2 - 1; }
  [[nodiscard]] std::uint32_t parent_port(std::uint32_t router) const { return router < first_bottom() ? 2 : 0; }

  std::uint32_t leaves_;
};

bool can_be_leaves(std::uint32_t leaves) { return leaves != 1 && (leaves & (leaves - 1)) == 0; }

constexpr OwnKey kLeaves{"leaves",
                         0,
                         {0, 4096},
                         "",
                         "a power of two from 2; 0 = the smallest with a node for every endpoint",
                         false,
                         can_be_leaves,
                         "a power of two from 2 to 4096, or 0 for the smallest that fits"};

std::uint32_t leaves_for(const InterconnectConfig& config, std::uint32_t endpoints) {
  if (kLeaves.of(config.own) != 0) return kLeaves.of(config.own);
  std::uint32_t leaves = 2;
  while (leaves < endpoints) leaves *= 2;
  return leaves;
}

}  // namespace

void add_binary_tree(TopologyCatalogue& topologies) {
  topologies.add("tree", "binary tree, endpoints at the leaves, up to the common switch and down",
                 [](const InterconnectConfig& config, std::uint32_t endpoints) {
                   return std::make_unique<BinaryTree>(leaves_for(config, endpoints));
                 },
                 {kLeaves});
}

}  // namespace network
}  // namespace gantry
