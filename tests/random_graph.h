// SPDX-License-Identifier: Apache-2.0
// Random graphs of routers for tests, trees to dense ones, with the ways that a file without any is given.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "gantry/network/routed_graph.h"
#include "random_keys.h"

namespace gantry {

/// `nodes` of them on up to 8 routers, some of which have none.
inline std::shared_ptr<const RoutedGraph> random_graph(Dice& dice, std::uint32_t nodes) {
  RoutedGraph graph;
  graph.routers = dice.between(1, 8);
  std::set<GraphLink> links;
  for (std::uint32_t r = 1; r < graph.routers; ++r) links.insert({dice.between(0, r - 1), r});
  for (std::uint32_t more = dice.between(0, graph.routers); graph.routers > 1 && more > 0; --more) {
    const std::uint32_t a = dice.between(0, graph.routers - 1);
    const std::uint32_t b = dice.between(0, graph.routers - 1);
    if (a != b) links.insert({std::min(a, b), std::max(a, b)});
  }
  for (std::uint32_t node = 0; node < nodes; ++node) graph.nodes.push_back(dice.between(0, graph.routers - 1));
  graph.ends = graph_ends(graph.routers, {links.begin(), links.end()});
  graph.ports = deadlock_free_routes(graph);
  graph.spots = level_spots(graph.ends, graph_center(graph.ends));
  return std::make_shared<const RoutedGraph>(std::move(graph));
}

}  // namespace gantry
