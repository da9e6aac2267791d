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

inline Shape make_shape(const InterconnectConfig& config, std::uint32_t endpoints) {
  Shape shape;
  shape.config = config;
  shape.endpoints = endpoints;
  shape.topology = builtin_topologies().find(config.topology)->make(config, endpoints);
  const std::uint32_t nodes = shape.topology->nodes();
  const std::uint32_t columns = config.own.get("columns", 4);
  const std::uint32_t each = config.topology == "concentrated_mesh" ? config.own.get("concentration", 4) : 1;
  const std::uint32_t rows = config.own.get("rows", 4);
  const std::uint32_t arity = config.own.get("arity", 4);
  shape.name = config.topology + " of " + std::to_string(nodes) + " nodes and " +
               std::to_string(shape.topology->routers()) + " routers";
  if (config.topology == "mesh" || config.topology == "concentrated_mesh") {
    shape.name += ", " + std::to_string(columns) + " columns";
    shape.distance = [=](std::uint32_t a, std::uint32_t b) {
      return apart(a / each % columns, b / each % columns) + apart(a / each / columns, b / each / columns);
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
