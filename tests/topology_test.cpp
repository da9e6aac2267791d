// SPDX-License-Identifier: Apache-2.0
// What every topology has to answer, whichever are registered: a new one is tested by being there.
#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "core/topology.h"

using namespace gantry;

namespace {

constexpr std::uint32_t kMostNodes = 64;

struct Shape {
  std::string name;
  std::unique_ptr<Topology> topology;
  /// Links between two nodes' routers, where the shape is known to this test.
  std::function<std::uint32_t(std::uint32_t, std::uint32_t)> distance;
};

std::uint32_t tree_distance(std::uint32_t a, std::uint32_t b) {
  std::uint32_t up = 0;
  for (a /= 2, b /= 2; a != b; a /= 2, b /= 2) ++up;
  return 2 * up;
}

std::uint32_t ring_distance(std::uint32_t a, std::uint32_t b, std::uint32_t size) {
  const std::uint32_t forward = (b + size - a) % size;
  return std::min(forward, size - forward);
}

/// Every registered topology in every size up to kMostNodes nodes.
std::vector<Shape> shapes() {
  std::vector<Shape> all;
  for (const auto& entry : TopologyRegistry::instance().entries()) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    const auto add = [&](InterconnectConfig config, std::uint32_t endpoints) {
      config.topology = entry.name;
      Shape shape;
      shape.topology = entry.make(config, endpoints);
      const std::uint32_t columns = config.columns;
      // Topologies that do not look at columns and rows, or at leaves, come up many times.
      const bool is_grid = std::find(entry.keys.begin(), entry.keys.end(), "columns") != entry.keys.end();
      if (!is_grid && shape.topology->nodes() > kMostNodes) return;
      if (!is_grid && !seen.emplace(shape.topology->nodes(), shape.topology->routers()).second) return;
      shape.name = entry.name + ' ' + std::to_string(config.columns) + 'x' + std::to_string(config.rows) + " leaves " +
                   std::to_string(config.leaves) + " endpoints " + std::to_string(endpoints);
      const std::uint32_t rows = config.rows;
      if (entry.name == "mesh") {
        shape.distance = [columns](std::uint32_t a, std::uint32_t b) {
          const auto apart = [](std::uint32_t x, std::uint32_t y) { return x > y ? x - y : y - x; };
          return apart(a % columns, b % columns) + apart(a / columns, b / columns);
        };
      } else if (entry.name == "torus") {
        shape.distance = [columns, rows](std::uint32_t a, std::uint32_t b) {
          return ring_distance(a % columns, b % columns, columns) + ring_distance(a / columns, b / columns, rows);
        };
      } else if (entry.name == "ring") {
        const std::uint32_t size = shape.topology->nodes();
        shape.distance = [size](std::uint32_t a, std::uint32_t b) { return ring_distance(a, b, size); };
      } else if (entry.name == "crossbar") {
        shape.distance = [](std::uint32_t, std::uint32_t) { return 0U; };
      } else if (entry.name == "tree") {
        shape.distance = tree_distance;
      } else if (entry.name == "fat_tree") {
        const std::uint32_t arity = config.arity;
        shape.distance = [arity](std::uint32_t a, std::uint32_t b) {
          std::uint32_t up = 0;
          for (a /= arity, b /= arity; a != b; a /= arity, b /= arity) ++up;
          return 2 * up;
        };
      }
      all.push_back(std::move(shape));
    };
    InterconnectConfig config;
    for (config.columns = 1; config.columns <= kMostNodes; ++config.columns) {
      for (config.rows = 1; config.columns * config.rows <= kMostNodes; ++config.rows) add(config, 1);
    }
    config.columns = config.rows = 8;
    for (config.leaves = 2; config.leaves <= kMostNodes; config.leaves *= 2) add(config, 1);
    config.leaves = 0;
    for (std::uint32_t endpoints = 1; endpoints <= kMostNodes; ++endpoints) add(config, endpoints);
    if (entry.name == "fat_tree") {
      for (config.arity = 2; config.arity <= 8; ++config.arity) add(config, kMostNodes);
    }
  }
  return all;
}

/// Routers from a node to another, both ends included; empty if the route does not get there.
std::vector<std::uint32_t> route(const Topology& t, std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> path = {t.router_of(from)};
  while (path.back() != t.router_of(to)) {
    if (path.size() > t.routers()) return {};
    const std::uint32_t port = t.next_port(path.back(), t.router_of(to));
    if (port >= t.ports(path.back())) return {};
    path.push_back(t.neighbour(path.back(), port).router);
  }
  return path;
}

std::string neighbours_problem(const Topology& t) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> links;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = 0; p < t.ports(r); ++p) {
      const LinkEnd end = t.neighbour(r, p);
      const std::string where = " (router " + std::to_string(r) + ", port " + std::to_string(p) + ")";
      if (end.router >= t.routers() || end.port >= t.ports(end.router)) return "a link to nowhere" + where;
      if (end.router == r) return "a link to itself" + where;
      const LinkEnd back = t.neighbour(end.router, end.port);
      if (back.router != r || back.port != p) return "a link that does not come back" + where;
      if (!links.emplace(r, end.router).second) return "two links between two routers" + where;
    }
  }
  for (std::uint32_t n = 0; n < t.nodes(); ++n) {
    if (t.router_of(n) >= t.routers()) return "node " + std::to_string(n) + " is attached to nothing";
  }
  return "";
}

std::string routes_problem(const Shape& shape) {
  const Topology& t = *shape.topology;
  for (std::uint32_t a = 0; a < t.nodes(); ++a) {
    for (std::uint32_t b = 0; b < t.nodes(); ++b) {
      const std::string where = " (nodes " + std::to_string(a) + " to " + std::to_string(b) + ")";
      const std::vector<std::uint32_t> path = route(t, a, b);
      if (path.empty()) return "no way" + where;
      if (std::set<std::uint32_t>(path.begin(), path.end()).size() != path.size()) return "a loop" + where;
      if (t.hops(t.router_of(a), t.router_of(b)) != path.size() - 1) return "wrong number of hops" + where;
      if (shape.distance && path.size() - 1 != shape.distance(a, b)) return "a detour" + where;
    }
  }
  return "";
}

/// Deadlock freedom (Dally and Seitz): no cycle among the channels that routes hold one after the other.
bool channels_acyclic(const Topology& t) {
  std::vector<std::uint32_t> first = {0};
  for (std::uint32_t r = 0; r < t.routers(); ++r) first.push_back(first.back() + t.ports(r) * t.channel_classes());
  std::vector<std::set<std::uint32_t>> next(first.back());
  for (std::uint32_t a = 0; a < t.nodes(); ++a) {
    for (std::uint32_t b = 0; b < t.nodes(); ++b) {
      std::uint32_t before = kNone;
      for (std::uint32_t r = t.router_of(a); r != t.router_of(b);) {
        const std::uint32_t port = t.next_port(r, t.router_of(b));
        const std::uint32_t channel = first[r] + port * t.channel_classes() + t.channel_class(r, t.router_of(b));
        if (before != kNone) next[before].insert(channel);
        before = channel;
        r = t.neighbour(r, port).router;
      }
    }
  }
  // Channels without a successor are taken away until none is left, or a cycle.
  std::vector<std::uint32_t> waiting(next.size());
  std::vector<std::vector<std::uint32_t>> previous(next.size());
  std::vector<std::uint32_t> free;
  for (std::uint32_t c = 0; c < next.size(); ++c) {
    waiting[c] = static_cast<std::uint32_t>(next[c].size());
    if (waiting[c] == 0) free.push_back(c);
    for (const std::uint32_t n : next[c]) previous[n].push_back(c);
  }
  std::size_t gone = 0;
  for (; !free.empty(); ++gone) {
    const std::uint32_t c = free.back();
    free.pop_back();
    for (const std::uint32_t p : previous[c]) {
      if (--waiting[p] == 0) free.push_back(p);
    }
  }
  return gone == next.size();
}

}  // namespace

TEST_CASE("every topology of the documents is registered") {
  for (const char* name : {"ring", "torus", "crossbar", "fat_tree", "concentrated_mesh"}) {
    INFO(name);
    CHECK(TopologyRegistry::instance().find(name) != nullptr);
  }
  CHECK(TopologyRegistry::instance().find("mesh") != nullptr);
  CHECK(TopologyRegistry::instance().find("tree") != nullptr);
}

TEST_CASE("every topology in every size has symmetric links, routes that arrive, and no cycle of channels") {
  std::set<std::string> tested;
  for (const Shape& shape : shapes()) {
    INFO(shape.name);
    tested.insert(shape.name.substr(0, shape.name.find(' ')));
    CHECK(neighbours_problem(*shape.topology) == "");
    CHECK(routes_problem(shape) == "");
    CHECK(channels_acyclic(*shape.topology));
  }
  CHECK(tested.size() == TopologyRegistry::instance().entries().size());
}

TEST_CASE("a topology that sizes itself seats every endpoint") {
  const auto* tree = TopologyRegistry::instance().find("tree");
  InterconnectConfig config;
  for (std::uint32_t endpoints = 1; endpoints <= 300; ++endpoints) {
    const std::uint32_t nodes = tree->make(config, endpoints)->nodes();
    CHECK((nodes >= endpoints && (nodes == 2 || nodes < 2 * endpoints)));
  }
}
