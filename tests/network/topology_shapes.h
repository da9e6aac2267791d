// SPDX-License-Identifier: Apache-2.0
// Topologies with the distances that their shapes promise, written down once more without looking at their routes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "gantry/network/topology.h"

namespace gantry {

struct Shape {
  std::string name;
  InterconnectConfig config;
  std::uint32_t endpoints = 0;
  std::unique_ptr<Topology> topology;
  /// Links between two nodes' routers; empty if this page does not know the shape.
  std::function<std::uint32_t(std::uint32_t, std::uint32_t)> distance;
};

/// Levels that a packet has to climb when `below` nodes or switches are under each switch.
inline std::uint32_t levels_up(std::uint32_t a, std::uint32_t b, std::uint32_t below) {
  std::uint32_t up = 0;
  for (a /= below, b /= below; a != b; a /= below, b /= below) ++up;
  return up;
}

inline std::uint32_t apart(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; }
inline std::uint32_t apart_in_ring(std::uint32_t a, std::uint32_t b, std::uint32_t size) {
  return std::min(apart(a, b), size - apart(a, b));
}

/// The best way between routers of a dragonfly that takes one link between groups at most, by its links.
inline std::uint32_t through_one_link(const Topology& t, std::uint32_t of_group, std::uint32_t a, std::uint32_t b) {
  if (a == b) return 0;
  if (a / of_group == b / of_group) return 1;
  std::uint32_t best = kNone;
  for (std::uint32_t gate = a / of_group * of_group; gate < (a / of_group + 1) * of_group; ++gate) {
    for (std::uint32_t port = 0; port < t.ports(gate); ++port) {
      const std::uint32_t behind = t.neighbour(gate, port).router;
      if (behind / of_group != b / of_group) continue;
      best = std::min(best, (a != gate ? 1U : 0U) + 1 + (behind != b ? 1U : 0U));
    }
  }
  return best;
}

inline Shape make_shape(const InterconnectConfig& config, std::uint32_t endpoints) {
  Shape shape;
  shape.config = config;
  shape.endpoints = endpoints;
  shape.topology = builtin_topologies().find(config.topology)->make(config, endpoints);
  const std::uint32_t nodes = shape.topology->nodes();
  const std::uint32_t columns = config.own.get("columns", 4);
  const bool alone = config.topology == "mesh" || config.topology == "torus" || config.topology == "mesh3d";
  const std::uint32_t each = alone ? 1 : config.own.get("concentration", 4);
  const std::uint32_t rows = config.own.get("rows", 4);
  const std::uint32_t arity = config.own.get("arity", 4);
  shape.name = config.topology + " of " + std::to_string(nodes) + " nodes and " +
               std::to_string(shape.topology->routers()) + " routers";
  if (config.topology == "mesh" || config.topology == "concentrated_mesh") {
    shape.name += ", " + std::to_string(columns) + " columns";
    shape.distance = [=](std::uint32_t a, std::uint32_t b) {
      return apart(a / each % columns, b / each % columns) + apart(a / each / columns, b / each / columns);
    };
  } else if (config.topology == "mesh3d") {
    const std::uint32_t of_layer = columns * rows;
    shape.name += ", " + std::to_string(columns) + " columns, " + std::to_string(rows) + " rows";
    shape.distance = [=](std::uint32_t a, std::uint32_t b) {
      return apart(a % columns, b % columns) + apart(a / columns % rows, b / columns % rows) +
             apart(a / of_layer, b / of_layer);
    };
  } else if (config.topology == "flattened_butterfly") {
    shape.name += ", " + std::to_string(columns) + " columns";
    shape.distance = [=](std::uint32_t a, std::uint32_t b) {
      return (a / each % columns != b / each % columns ? 1U : 0U) +
             (a / each / columns != b / each / columns ? 1U : 0U);
    };
  } else if (config.topology == "dragonfly") {
    const std::uint32_t given = config.own.get("group_routers", kAutomatic);
    const std::uint32_t routers = given != kAutomatic ? given : 2 * each;
    shape.name += ", groups of " + std::to_string(routers);
    shape.distance = [=, t = shape.topology.get()](std::uint32_t a, std::uint32_t b) {
      return through_one_link(*t, routers, a / each, b / each);
    };
  } else if (config.topology == "torus") {
    shape.name += ", " + std::to_string(columns) + " columns";
    shape.distance = [=](std::uint32_t a, std::uint32_t b) {
      return apart_in_ring(a % columns, b % columns, columns) + apart_in_ring(a / columns, b / columns, rows);
    };
  } else if (config.topology == "ring") {
    shape.distance = [=](std::uint32_t a, std::uint32_t b) { return apart_in_ring(a, b, nodes); };
  } else if (config.topology == "crossbar") {
    shape.distance = [](std::uint32_t, std::uint32_t) { return 0U; };
  } else if (config.topology == "tree") {
    shape.distance = [](std::uint32_t a, std::uint32_t b) { return 2 * levels_up(a, b, 2); };
  } else if (config.topology == "fat_tree") {
    shape.name += ", arity " + std::to_string(arity);
    shape.distance = [arity](std::uint32_t a, std::uint32_t b) { return 2 * levels_up(a, b, arity); };
  }
  return shape;
}

}  // namespace gantry
