// SPDX-License-Identifier: Apache-2.0
// Packets on every topology with both kinds of router: how long one alone takes between any two nodes, and how much
// many of them get through.
#include <cmath>
#include <string>
#include <vector>

#include "catch.h"
#include "lone_interconnect.h"
#include "network/load_run.h"
#include "network/network_experiment.h"
#include "topology_shapes.h"

namespace gantry::topology_traffic_test {

namespace {

InterconnectConfig shape_of(const std::string& topology, std::uint32_t columns = 4, std::uint32_t rows = 4) {
  InterconnectConfig config = flit_config();
  config.topology = topology;
  config.own.set("columns", columns);
  config.own.set("rows", rows);
  config.virtual_channels = 4;
  return config;
}

std::vector<Shape> small_shapes() {
  std::vector<Shape> all;
  const auto add = [&](const InterconnectConfig& config, std::uint32_t endpoints = 1) {
    all.push_back(make_shape(config, endpoints));
  };
  add(shape_of("mesh", 4, 3));
  add(shape_of("torus", 4, 4));
  add(shape_of("torus", 5, 3));
  add(shape_of("torus", 2, 6));
  add(shape_of("torus", 7, 1));
  add(shape_of("ring"), 2);
  add(shape_of("ring"), 8);
  add(shape_of("ring"), 9);
  add(shape_of("crossbar"), 12);
  add(shape_of("tree"), 16);
  for (const std::uint32_t arity : {2U, 3U, 4U}) {
    InterconnectConfig config = shape_of("fat_tree");
    config.own.set("arity", arity);
    add(config, 16);
  }
  InterconnectConfig config = shape_of("concentrated_mesh", 3, 2);
  config.own.set("concentration", 3);
  add(config);
  config.topology = "flattened_butterfly";
  add(config);
  config = shape_of("mesh3d", 3, 2);
  config.own.set("layers", 3);
  add(config);
  config = shape_of("dragonfly");
  config.own.set("concentration", 1);
  config.own.set("group_routers", 3);
  add(config, 12);  // four groups
  return all;
}

struct RouterKindRow {
  const char* name;
  RouterKind kind;
  bool speculative;
};
constexpr RouterKindRow kRouters[] = {{"low_latency", RouterKind::low_latency, false},
                                      {"pipelined", RouterKind::pipelined, false},
                                      {"speculative", RouterKind::pipelined, true}};

}  // namespace

TEST_CASE("alone between any two nodes a packet takes what hops and flits say") {
  for (const RouterKindRow& router : kRouters) {
    for (Shape& shape : small_shapes()) {
      INFO(router.name << ", " << shape.name);
      REQUIRE(shape.distance);
      shape.config.router = router.kind;
      shape.config.speculative = router.speculative;
      const std::uint32_t nodes = shape.topology->nodes();
      LoneInterconnect net(shape.config, every_node(nodes), shape.endpoints);
      net.checked = nodes <= 9;
      std::uint64_t wrong = 0;
      for (std::uint32_t a = 0; a < nodes; ++a) {
        for (std::uint32_t b = 0; b < nodes; ++b) {
          const Cycle flits = 1 + (a + b) % 3 * 2;
          const Cycle begun = net.now();
          net.send(a, b, flits, 0, (a + b) % 2 == 1);
          REQUIRE(net.drain(1000));
          // docs/timing.md: L(H, F) of one cycle per stage.
          const Cycle hops = shape.distance(a, b);
          const Cycle expected = router.kind == RouterKind::low_latency ? 1 + 2 * (hops + 1) + 1 + flits - 1
                                 : router.speculative                   ? 1 + 5 + 3 * hops + flits - 1
                                                                        : 1 + 6 + 4 * hops + flits - 1;
          if (net.arrivals().back().cycle - begun != expected && wrong++ == 0) {
            CHECK("nodes " + std::to_string(a) + " to " + std::to_string(b) + " in " +
                      std::to_string(net.arrivals().back().cycle - begun) ==
                  "in " + std::to_string(expected));
          }
        }
      }
      CHECK(wrong == 0);
    }
  }
}

namespace {

struct Load {
  std::string topology;  ///< with its keys
  std::uint32_t nodes;   ///< of topologies that size themselves; 0: it does not
  std::string traffic;
  double hops;   ///< mean
  double bound;  ///< flits per cycle and node, exact
};

// With k the size of a row and uniform traffic (a node sends to itself, too): a closed row of even k has k/4 links on
// the mean way and loads each with k/8 flits; of odd k it is (k^2 - 1)/4k and (k^2 - 1)/8k. A row of a mesh loads its
// middle link with k/4, times the nodes on a router. The links of a fat tree have room for everything.
const std::vector<Load> kLoads = {
    {"torus, columns: 8, rows: 8", 0, "uniform", 4.0, 1.0},
    {"torus, columns: 16, rows: 2", 0, "uniform", 4.5, 0.5},
    {"torus, columns: 5, rows: 5", 0, "uniform", 2.4, 1.0},
    {"torus, columns: 8, rows: 8", 0, "tornado", 6.0, 1.0 / 3},  // three links forward in each row
    {"torus, columns: 8, rows: 8", 0, "neighbor", 2.0, 1.0},
    {"ring", 16, "uniform", 4.0, 0.5},
    {"ring", 15, "uniform", 56.0 / 15, 15.0 / 28},
    {"crossbar", 16, "uniform", 0.0, 1.0},
    {"crossbar", 16, "hotspot, hotspot: {node: 3, fraction: 1}", 0.0, 1.0 / 16},
    {"fat_tree, arity: 4", 64, "uniform", 3.375, 1.0},
    {"fat_tree, arity: 2", 16, "uniform", 4.25, 1.0},
    {"fat_tree, arity: 3", 81, "uniform", 2 * (2.0 / 27 + 2 * 2.0 / 9 + 3 * 2.0 / 3), 1.0},
    {"concentrated_mesh, columns: 4, rows: 4, concentration: 4", 0, "uniform", 2.5, 0.25},
    {"mesh3d, columns: 4, rows: 4, layers: 4", 0, "uniform", 3.75, 1.0},
    {"mesh3d, columns: 8, rows: 2, layers: 2", 0, "uniform", 2.625 + 0.5 + 0.5, 0.5},
    // A link of a row of c columns carries what a router's nodes send to one column, of a column of r rows what a row
    // sends to one router: nodes / c and nodes / r.
    {"flattened_butterfly, columns: 4, rows: 4, concentration: 4", 0, "uniform", 1.5, 1.0},
    {"flattened_butterfly, columns: 8, rows: 2, concentration: 4", 0, "uniform", 7.0 / 8 + 1.0 / 2, 0.5},
    {"flattened_butterfly, columns: 2, rows: 1, concentration: 8", 0, "uniform", 0.5, 0.25},
    // A link between groups carries what a group's nodes send to a group. To other groups a packet takes it and, with
    // 3 of 4 routers each, a link before and one behind it.
    {"dragonfly, concentration: 2", 72, "uniform", (3 * 1 + 32 * 2.5) / 36, 1.0},
    {"dragonfly, concentration: 4, group_routers: 4, global_links: 1, groups: 5", 0, "uniform", (3 + 16 * 2.5) / 20,
     80.0 / (16 * 16)},
};

NetworkExperiment experiment_of(const Load& load, const std::string& more) {
  const std::string nodes = load.nodes == 0 ? "" : "nodes: " + std::to_string(load.nodes) + "\n";
  Diagnostics diagnostics;
  const auto experiment = read_network_experiment(
      nodes + "interconnect: {topology: " + load.topology + ", virtual_channels: 4" + more +
          "}\ntraffic: {packets_per_cycle: 0.01, packet_flits: 3, pattern: " + load.traffic + "}\n",
      "test.yaml", {}, diagnostics);
  for (const std::string& line : diagnostics.lines()) UNSCOPED_INFO(line);
  REQUIRE(experiment);
  return *experiment;
}

}  // namespace

TEST_CASE("mean hops and the bound of each topology are those of its closed form") {
  for (const Load& load : kLoads) {
    INFO(load.topology << ", " << load.traffic);
    const auto bounds = network_bounds(experiment_of(load, ""));
    REQUIRE(bounds);
    CHECK(std::abs(bounds->hops - load.hops) < 1e-9);
    CHECK(std::abs(bounds->throughput - load.bound) < 1e-9);
  }
}

TEST_CASE("a load above the bound is never stable, and one below half of it is") {
  for (const Load& load : kLoads) {
    if (load.nodes > 16) continue;
    for (const char* router : {"", ", router: pipelined"}) {
      INFO(load.topology << router << ", " << load.traffic);
      NetworkExperiment experiment = experiment_of(load, router);
      experiment.measured_cycles = 2000;
      const auto bounds = network_bounds(experiment);
      const double packets = bounds->throughput / 3;
      const NetworkPoint light = run_load(experiment, static_cast<std::uint64_t>(packets * 450000), *bounds).value();
      CHECK(light.stable);
      CHECK(std::abs(light.accepted - light.offered) < 0.1 * light.offered);
      if (bounds->throughput == 1.0) continue;  // sources send no more than that
      CHECK_FALSE(run_load(experiment, static_cast<std::uint64_t>(packets * 1100000), *bounds)->stable);
    }
  }
}

}  // namespace gantry::topology_traffic_test
