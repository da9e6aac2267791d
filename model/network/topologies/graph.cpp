// SPDX-License-Identifier: Apache-2.0
// Any graph. A file contains routers, links, the placement of nodes and, optionally, the routes (docs/network.md).
// Without routes it uses shortest ones if they are free of deadlock, else up-down routes
// (gantry/network/routed_graph.h).
#include <memory>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/network/routed_graph.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {
namespace {

class GraphTopology final : public Topology {
 public:
  explicit GraphTopology(std::shared_ptr<const RoutedGraph> graph) : graph_(std::move(graph)) {}

  [[nodiscard]] std::uint32_t nodes() const override { return static_cast<std::uint32_t>(graph_->nodes.size()); }
  [[nodiscard]] std::uint32_t routers() const override { return graph_->routers; }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return graph_->nodes[node]; }
  [[nodiscard]] std::uint32_t ports(std::uint32_t router) const override {
    return static_cast<std::uint32_t>(graph_->ends[router].size());
  }
  [[nodiscard]] LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const override {
    return graph_->ends[router][port];
  }
  [[nodiscard]] std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const override {
    return graph_->ports[std::size_t{router} * graph_->routers + destination];
  }
  [[nodiscard]] LinkShape link_shape(std::uint32_t router, std::uint32_t port) const override {
    const OwnLink* own = find_link(graph_->own_links, router, graph_->ends[router][port].router);
    return own != nullptr ? own->shape : LinkShape{};
  }
  [[nodiscard]] Spot spot(std::uint32_t router) const override { return graph_->spots[router]; }

 private:
  std::shared_ptr<const RoutedGraph> graph_;
};

constexpr OwnKey kGraph{
    "graph", 0,       {}, "",  "routers, links and the placement of nodes ([network.md](network.md#any-graph))",
    false,   nullptr, {}, true};

}  // namespace

void add_graph(TopologyCatalogue& topologies) {
  topologies.add("graph", "any routers and links, from a file",
                 [](const InterconnectConfig& config, std::uint32_t /*endpoints*/) {
                   if (!config.graph) throw Error("needs the key `graph`, a path or a map");
                   return std::make_unique<GraphTopology>(config.graph);
                 },
                 {kGraph});
}

}  // namespace network
}  // namespace gantry
