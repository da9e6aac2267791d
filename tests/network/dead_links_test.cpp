// SPDX-License-Identifier: Apache-2.0
// Routes over what is left of a network while its links die, one after the other: they arrive and are free of deadlock.
// The packets that still travel on the routes of before are a different matter.
#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "catch.h"
#include "gantry/network/routed_graph.h"
#include "gantry/network/topology.h"
#include "random_graph.h"
#include "sanitized.h"
#include "topology_shapes.h"

namespace gantry::dead_links_test {

namespace {

using Links = std::vector<GraphLink>;
using Way = std::vector<std::uint32_t>;

Links links_of(const Topology& topology) {
  std::set<GraphLink> links;
  for (std::uint32_t r = 0; r < topology.routers(); ++r) {
    for (std::uint32_t p = 0; p < topology.ports(r); ++p) {
      const std::uint32_t far = topology.neighbour(r, p).router;
      if (far != kNone && far != r) links.insert({std::min(r, far), std::max(r, far)});
    }
  }
  return {links.begin(), links.end()};
}

Links links_of(const RoutedGraph& graph) {
  Links links;
  for (std::uint32_t r = 0; r < graph.routers; ++r) {
    for (const LinkEnd& end : graph.ends[r]) {
      if (r < end.router) links.push_back({r, end.router});
    }
  }
  return links;
}

/// What `links` leave of a network, with up-down routes; every router has a node.
RoutedGraph rest(std::uint32_t routers, const Links& links) {
  RoutedGraph graph;
  graph.routers = routers;
  for (std::uint32_t r = 0; r < routers; ++r) graph.nodes.push_back(r);
  graph.ends = graph_ends(routers, links);
  graph.ports = up_down_routes(graph.ends, graph_center(graph.ends));
  return graph;
}

bool is_connected(std::uint32_t routers, const Links& links) {
  const std::vector<std::uint32_t> distances = graph_distances(graph_ends(routers, links), 0);
  return std::find(distances.begin(), distances.end(), kNone) == distances.end();
}

/// Takes one link out, so that all routers still reach each other; false: there is no such link.
bool kill_one(Dice& dice, std::uint32_t routers, Links& links) {
  const auto count = static_cast<std::uint32_t>(links.size());
  const std::uint32_t first = count == 0 ? 0 : dice.between(0, count - 1);
  for (std::uint32_t i = 0; i < count; ++i) {
    Links left = links;
    left.erase(left.begin() + (first + i) % count);
    if (!is_connected(routers, left)) continue;
    links = std::move(left);
    return true;
  }
  return false;
}

Way way(const RoutedGraph& graph, std::uint32_t from, std::uint32_t to) {
  Way routers = {from};
  while (routers.back() != to && routers.size() <= graph.routers) {
    const std::uint32_t at = routers.back();
    routers.push_back(graph.ends[at][graph.ports[std::size_t{at} * graph.routers + to]].router);
  }
  return routers;
}

/// Routers from the root down: the order that tells up from down.
Way order_of(const RoutedGraph& graph) {
  const Way levels = graph_distances(graph.ends, graph_center(graph.ends));
  Way order;
  for (std::uint32_t r = 0; r < graph.routers; ++r) order.push_back(r);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return levels[a] < levels[b]; });
  return order;
}

/// Whether packets on the routes of all `graphs` at once can wait for each other in a circle.
bool can_close_circle(const std::vector<RoutedGraph>& graphs) {
  const std::uint32_t routers = graphs.front().routers;
  std::set<std::pair<std::uint32_t, std::uint32_t>> waits;  // a link that is held, and the next one
  for (const RoutedGraph& graph : graphs) {
    for (std::uint32_t from = 0; from < routers; ++from) {
      for (std::uint32_t to = 0; to < routers; ++to) {
        const Way on = way(graph, from, to);
        for (std::size_t i = 2; i < on.size(); ++i)
          waits.insert({on[i - 2] * routers + on[i - 1], on[i - 1] * routers + on[i]});
      }
    }
  }
  for (bool any = true; any;) {  // a link that waits for none is not part of a circle
    std::set<std::uint32_t> waiting;
    for (const auto& wait : waits) waiting.insert(wait.first);
    any = false;
    for (auto at = waits.begin(); at != waits.end();) {
      const bool is_over = waiting.count(at->second) == 0;
      any = any || is_over;
      at = is_over ? waits.erase(at) : std::next(at);
    }
  }
  return !waits.empty();
}

}  // namespace

TEST_CASE("whichever links of a topology die, up-down routes over the rest arrive and close no circle") {
  Dice dice(3);
  std::uint64_t changes = 0;
  for (const auto& entry : builtin_topologies().entries()) {
    if (entry.name == std::string("graph")) continue;
    InterconnectConfig config;
    config.topology = entry.name;
    const Shape shape = make_shape(config, 16);
    INFO(shape.name);
    const std::uint32_t routers = shape.topology->routers();
    for (int round = 0; round < (kSanitized ? 1 : 4); ++round) {
      Links links = links_of(*shape.topology);
      while (kill_one(dice, routers, links)) {
        const RoutedGraph left = rest(routers, links);
        for (std::uint32_t from = 0; from < routers; ++from) {
          for (std::uint32_t to = 0; to < routers; ++to) REQUIRE(way(left, from, to).back() == to);
        }
        REQUIRE(dependency_cycle(left).empty());
        ++changes;
      }
      CHECK(links.size() + 1 == routers);  // a tree: each further death cuts routers off
    }
  }
  CHECK(changes > 20);
}

TEST_CASE("packets on old and on new up-down routes can wait for each other only if the order of routers changed") {
  Dice dice(11);
  int same = 0;
  int circles = 0;
  for (int i = 0; i < (kSanitized ? 300 : 3000); ++i) {
    const auto graph = random_graph(dice, 8);
    Links links = links_of(*graph);
    const RoutedGraph before = rest(graph->routers, links);
    if (!kill_one(dice, graph->routers, links)) continue;
    const RoutedGraph after = rest(graph->routers, links);
    const bool has_circle = can_close_circle({before, after});
    if (order_of(before) == order_of(after)) {
      // All go up first, then down, by one order: they are one set of up-down routes.
      REQUIRE_FALSE(has_circle);
      ++same;
    }
    circles += has_circle ? 1 : 0;
  }
  UNSCOPED_INFO(same << " with one order, " << circles << " with a circle");
  CHECK(same > 30);
  CHECK(circles > 0);
}

}  // namespace gantry::dead_links_test
