// SPDX-License-Identifier: Apache-2.0
// What every topology has to answer, whichever are registered: a new one is tested by being there. Those of the
// documents are held to the distances that their shape promises.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "channel_graph.h"
#include "gantry/network/topology.h"
#include "random_graph.h"
#include "topology_shapes.h"

namespace gantry::topology_test {

namespace {

constexpr std::uint32_t kMostNodes = 64;

/// Every registered topology in every size up to kMostNodes nodes, each once.
std::vector<Shape> shapes() {
  std::vector<Shape> all;
  for (const auto& entry : builtin_topologies().entries()) {
    std::set<std::vector<std::uint32_t>> seen;
    const auto has = [&](const char* key) { return has_key(entry.keys, key); };
    const auto add = [&](InterconnectConfig config, std::uint32_t endpoints) {
      config.topology = entry.name;
      Shape shape = make_shape(config, endpoints);
      if (shape.topology->nodes() > kMostNodes) return;
      std::vector<std::uint32_t> form = {shape.topology->nodes(), shape.topology->routers()};
      if (has("columns")) form.push_back(config.own.get("columns", 0));
      if (has("layers")) form.push_back(config.own.get("layers", 0));
      if (has("groups")) form.push_back(config.own.get("group_routers", 0) * 64 + config.own.get("global_links", 0));
      if (has("arity")) form.push_back(config.own.get("arity", 0));
      if (seen.insert(form).second) all.push_back(std::move(shape));
    };
    InterconnectConfig config;
    for (std::uint32_t columns = 1; has("columns") && columns <= kMostNodes; ++columns) {
      config.own.set("columns", columns);
      for (std::uint32_t rows = 1; columns * rows <= kMostNodes; ++rows) {
        config.own.set("rows", rows);
        for (std::uint32_t each = 1; each <= 16; ++each) {
          config.own.set("concentration", each);
          for (std::uint32_t layers = 1; layers * columns * rows <= kMostNodes; ++layers) {
            config.own.set("layers", layers);
            add(config, 1);
            if (!has("layers")) break;
          }
          if (!has("concentration")) break;
        }
      }
    }
    config = {};
    for (std::uint32_t leaves = 2; has("leaves") && leaves <= kMostNodes; leaves *= 2) {
      config.own.set("leaves", leaves);
      add(config, 1);
    }
    config = {};
    for (std::uint32_t routers = 1; has("groups") && routers <= 9; ++routers) {
      config.own.set("group_routers", routers);
      for (std::uint32_t links = 1; links <= 3; ++links) {
        config.own.set("global_links", links);
        for (std::uint32_t groups = 1; groups <= routers * links + 1 && groups * routers <= kMostNodes; ++groups) {
          config.own.set("groups", groups);
          for (const std::uint32_t each : {1U, 3U}) {
            config.own.set("concentration", each);
            add(config, 1);
          }
        }
      }
    }
    config = {};
    Dice dice(1);
    for (int i = 0; has("graph") && i < 500; ++i) {
      config.topology = entry.name;
      config.graph = random_graph(dice, dice.between(1, 12));
      all.push_back(make_shape(config, 1));
    }
    if (has("graph")) continue;
    for (std::uint32_t arity = 2; arity <= 16; ++arity) {
      config.own.set("arity", arity);
      for (std::uint32_t endpoints = 1; endpoints <= kMostNodes; ++endpoints) add(config, endpoints);
      if (!has("arity")) break;
    }
  }
  return all;
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

/// One node of every router that has nodes.
std::vector<std::uint32_t> one_per_router(const Topology& t) {
  std::vector<std::uint32_t> nodes;
  std::set<std::uint32_t> routers;
  for (std::uint32_t n = 0; n < t.nodes(); ++n) {
    if (routers.insert(t.router_of(n)).second) nodes.push_back(n);
  }
  return nodes;
}

std::string routes_problem(const Shape& shape) {
  const Topology& t = *shape.topology;
  const std::vector<std::uint32_t> nodes = one_per_router(t);
  for (const std::uint32_t a : nodes) {
    for (const std::uint32_t b : nodes) {
      const std::string where = " (nodes " + std::to_string(a) + " to " + std::to_string(b) + ")";
      std::uint32_t hops = 0;
      for (std::uint32_t r = t.router_of(a); r != t.router_of(b); ++hops) {
        // A way that visits a router twice never ends, for the next port depends on nothing else.
        if (hops == t.routers()) return "no way" + where;
        const std::uint32_t port = t.next_port(r, t.router_of(b));
        if (port >= t.ports(r)) return "a port that does not exist" + where;
        const std::uint32_t one = t.channel_class(r, t.router_of(b));
        const bool any = one == kAnyClass && t.channel_classes() <= kAnyClass;
        if (one >= t.channel_classes() && !any) return "a class too many" + where;
        r = t.neighbour(r, port).router;
      }
      if (t.hops(t.router_of(a), t.router_of(b)) != hops) return "wrong number of hops" + where;
      if (shape.distance && hops != shape.distance(a, b)) return "a detour" + where;
    }
  }
  return "";
}

bool channels_acyclic(const Topology& t) {
  return ChannelGraph(*builtin_routings().find("fixed")->make(t)).is_acyclic();
}

/// A topology without its dateline: what the test of cycles has to find.
class OneClass final : public Topology {
 public:
  explicit OneClass(const Topology& of) : of_(of) {}
  [[nodiscard]] std::uint32_t nodes() const override { return of_.nodes(); }
  [[nodiscard]] std::uint32_t routers() const override { return of_.routers(); }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return of_.router_of(node); }
  [[nodiscard]] std::uint32_t ports(std::uint32_t router) const override { return of_.ports(router); }
  [[nodiscard]] LinkEnd neighbour(std::uint32_t r, std::uint32_t p) const override { return of_.neighbour(r, p); }
  [[nodiscard]] std::uint32_t next_port(std::uint32_t r, std::uint32_t d) const override { return of_.next_port(r, d); }

 private:
  const Topology& of_;
};

}  // namespace

TEST_CASE("every topology of the documents is registered") {
  for (const char* name : {"mesh", "tree", "ring", "torus", "crossbar", "fat_tree", "concentrated_mesh", "mesh3d",
                           "flattened_butterfly", "dragonfly", "graph"}) {
    INFO(name);
    CHECK(builtin_topologies().find(name) != nullptr);
  }
}

TEST_CASE("every topology in every size has symmetric links, routes that arrive, and no cycle of channels") {
  std::set<std::string> tested;
  for (const Shape& shape : shapes()) {
    INFO(shape.name);
    tested.insert(shape.config.topology);
    CHECK(neighbours_problem(*shape.topology) == "");
    CHECK(routes_problem(shape) == "");
    CHECK(channels_acyclic(*shape.topology));
  }
  CHECK(tested.size() == builtin_topologies().entries().size());
}

TEST_CASE("without the second class of channels a ring of five or more closes a cycle") {
  InterconnectConfig config;
  config.topology = "ring";
  for (const std::uint32_t nodes : {5U, 8U, 64U}) {
    const Shape shape = make_shape(config, nodes);
    CHECK(channels_acyclic(*shape.topology));
    CHECK_FALSE(channels_acyclic(OneClass(*shape.topology)));
  }
  // In a ring of four a packet takes two links at most, and ties are split between the ways: no cycle closes.
  CHECK(channels_acyclic(OneClass(*make_shape(config, 4).topology)));
}

/// A long ring whose packets forget the class that they are in.
class Forgetful final : public Topology {
 public:
  explicit Forgetful(const Topology& of) : of_(of) {}
  [[nodiscard]] std::uint32_t nodes() const override { return of_.nodes(); }
  [[nodiscard]] std::uint32_t routers() const override { return of_.routers(); }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return of_.router_of(node); }
  [[nodiscard]] std::uint32_t ports(std::uint32_t router) const override { return of_.ports(router); }
  [[nodiscard]] LinkEnd neighbour(std::uint32_t r, std::uint32_t p) const override { return of_.neighbour(r, p); }
  [[nodiscard]] std::uint32_t next_port(std::uint32_t r, std::uint32_t d) const override { return of_.next_port(r, d); }
  [[nodiscard]] std::uint32_t channel_classes() const override { return of_.channel_classes(); }
  [[nodiscard]] std::uint32_t channel_class(std::uint32_t r, std::uint32_t d) const override {
    return of_.channel_class(r, d);
  }

 private:
  const Topology& of_;
};

TEST_CASE("a packet of a long ring that did not stay in its class would close a cycle") {
  InterconnectConfig config;
  config.topology = "ring";
  for (const std::uint32_t nodes : {9U, 16U, 33U}) {
    const Shape shape = make_shape(config, nodes);
    CHECK(channels_acyclic(*shape.topology));
    CHECK_FALSE(channels_acyclic(Forgetful(*shape.topology)));
  }
}

TEST_CASE("in a long ring most packets may have either class, and the others are as many of each") {
  // Twelve routers: a link forwards is on 1 + 2 + ... + 5 ways of one to five links and, ties being shared out, on
  // three of the ways of six; as many backwards. No way crosses both lines.
  InterconnectConfig config;
  config.topology = "ring";
  const Shape shape = make_shape(config, 12);
  std::array<std::uint32_t, 4> ways{};
  for (std::uint32_t a = 0; a < 12; ++a) {
    for (std::uint32_t b = 0; b < 12; ++b) {
      if (a != b) ++ways[shape.topology->channel_class(a, b)];
    }
  }
  CHECK(ways == std::array<std::uint32_t, 4>{36, 36, 0, 60});
}

TEST_CASE("both classes of channels share the load of a closed row") {
  // Every link of a ring of eight is on eight ways: three or four end behind it, and take class 1. On the first link
  // behind the dateline that is so for those that have come over it and all to the same destinations: six.
  InterconnectConfig config;
  config.topology = "ring";
  const Shape shape = make_shape(config, 8);
  const Topology& t = *shape.topology;
  std::array<std::array<std::array<std::uint32_t, 2>, 2>, 8> ways{};  // by router, port and class
  for (std::uint32_t a = 0; a < 8; ++a) {
    for (std::uint32_t b = 0; b < 8; ++b) {
      for (std::uint32_t r = a; r != b; r = t.neighbour(r, t.next_port(r, b)).router) {
        ++ways[r][t.next_port(r, b)][t.channel_class(r, b)];
      }
    }
  }
  const std::array<std::uint32_t, 8> upper = {6, 4, 3, 4, 3, 4, 3, 4};
  for (std::uint32_t r = 0; r < 8; ++r) {
    INFO("router " << r);
    CHECK(ways[r][0] == std::array<std::uint32_t, 2>{8 - upper[r], upper[r]});
    CHECK(ways[7 - r][1] == std::array<std::uint32_t, 2>{8 - upper[r], upper[r]});
  }
}

TEST_CASE("without the second class of channels a dragonfly closes a cycle, but where every router is linked to all") {
  InterconnectConfig config;
  config.topology = "dragonfly";
  config.own.set("concentration", 2);
  const Shape shape = make_shape(config, 72);
  CHECK(shape.topology->channel_classes() == 2);
  CHECK_FALSE(channels_acyclic(OneClass(*shape.topology)));
  CHECK(make_shape(config, 8).topology->channel_classes() == 1);
  CHECK(make_shape(config, 16).topology->channel_classes() == 1);
  CHECK(make_shape(config, 24).topology->channel_classes() == 1);
  CHECK(make_shape(config, 25).topology->channel_classes() == 2);
}

}  // namespace gantry::topology_test
