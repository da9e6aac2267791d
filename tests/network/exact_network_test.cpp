// SPDX-License-Identifier: Apache-2.0
// Numbers of `gantry network` are rounded once, and a saturation is not above its bound.
#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/quotient.h"
#include "gantry/network/link_shape.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"
#include "near_misses.h"
#include "network/aggregate_bound.h"
#include "network/network_bench.h"
#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "network/network_json.h"
#include "network/network_run.h"
#include "sanitized.h"

namespace gantry::exact_network_test {

namespace {

NetworkExperiment experiment_of(const std::string& text) {
  Diagnostics diagnostics;
  const auto experiment = read_network_experiment(text, {}, {}, diagnostics);
  INFO(text << '\n' << (diagnostics.lines().empty() ? "" : diagnostics.lines()[0]));
  REQUIRE(experiment);
  return *experiment;
}

const std::vector<std::string> kShapes = {
    "topology: ring, virtual_channels: 2}\nnodes: 13",
    "topology: mesh, columns: 5, rows: 5, virtual_channels: 4}",
    "topology: mesh, columns: 4, rows: 3, virtual_channels: 2, links: [{between: [0, 1], cycles: 3, bytes: 7}]}",
    "topology: torus, columns: 7, rows: 3, virtual_channels: 4, router: pipelined}",
    "topology: tree, virtual_channels: 1}\nnodes: 11",
    "topology: crossbar}\nnodes: 7",
};
const std::vector<std::string> kDrawnShapes = {
    "topology: mesh, columns: 3, rows: 5, virtual_channels: 2, routing: valiant}",
    "topology: mesh, columns: 5, rows: 3, virtual_channels: 4, routing: adaptive}",
    "topology: fat_tree, routing: random_up}\nnodes: 27",
};
const std::vector<std::string> kPatterns = {
    "pattern: uniform, packet_flits: 3",
    "pattern: uniform, self: false",
    "pattern: tornado, packet_lengths: [{flits: 1, share: 0.7}, {flits: 6, share: 0.3}]",
    "pattern: bit_complement, packet_flits: 7",
    "pattern: hotspot, hotspot: {node: 3, fraction: 0.13}, packet_flits: 2",
};

std::string network(const std::string& shape, const std::string& pattern, const std::string& rest) {
  return "interconnect: {" + shape + "\ntraffic: {" + pattern + "}\nseed: 5\n" + rest;
}

/// Loads, hops and bound, counted route by route.
struct Counted {
  std::uint64_t of = 1;       ///< parts of all shares
  std::uint64_t busiest = 0;  ///< parts
  std::uint64_t hops = 0;     ///< parts, over all nodes
};
Counted counted(const NetworkExperiment& experiment) {
  const auto topology = make_topology(experiment);
  const auto routing = make_routing(experiment.interconnect, *topology);
  const auto pattern =
      builtin_patterns().find(experiment.traffic.pattern)->make(experiment.traffic.own, experiment.grid);
  const std::uint32_t nodes = experiment.grid.nodes();
  Counted result;
  result.of = result.busiest = pattern->share(0, 1).of;  // a source sends one flit a cycle
  std::vector<std::vector<std::uint64_t>> busy(topology->routers());
  for (std::uint32_t r = 0; r < topology->routers(); ++r) busy[r].assign(topology->ports(r), 0);
  std::vector<std::uint64_t> exits(nodes, 0);
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      const std::uint64_t part = pattern->share(from, to).part;
      exits[to] += part;
      const std::uint32_t end = topology->router_of(to);
      for (std::uint32_t r = topology->router_of(from); r != end;) {
        const std::uint32_t port = routing->next_port(0, r, end);
        busy[r][port] += part * link_times(experiment.interconnect, *topology, r, port).flit_cycles;
        result.hops += part;
        r = topology->neighbour(r, port).router;
      }
    }
  }
  busy.push_back(exits);
  for (const auto& list : busy) {
    for (const std::uint64_t one : list) result.busiest = std::max(result.busiest, one);
  }
  return result;
}

}  // namespace

TEST_CASE("bounds and hops are the doubles nearest to what is counted route by route") {
  for (const std::string& shape : kShapes) {
    for (const std::string& pattern : kPatterns) {
      INFO(shape << ", " << pattern);
      const NetworkExperiment experiment = experiment_of(network(shape, pattern + ", packets_per_cycle: 0.01", ""));
      const NetworkBounds bounds = network_bounds(experiment).value();
      const Counted right = counted(experiment);
      CHECK(bounds.throughput == quotient(right.of, right.busiest));
      CHECK(bounds.hops == quotient(right.hops, Uint128{right.of} * experiment.grid.nodes()));
      const double in_all = aggregate_bound(experiment).value();
      CHECK(missed_quotient(in_all).empty());
      CHECK(in_all >= bounds.throughput);
    }
  }
}

TEST_CASE("no number of a load is rounded twice", "[figures]") {
  std::vector<std::string> shapes = kShapes;
  shapes.insert(shapes.end(), kDrawnShapes.begin(), kDrawnShapes.end());
  for (const std::string& shape : shapes) {
    for (const std::string& pattern : kPatterns) {
      const NetworkExperiment experiment =
          experiment_of(network(shape, pattern + ", packets_per_cycle: [0.007, 0.05]", "measured_cycles: 777\n"));
      const NetworkResult result = run_network(experiment, {}, nullptr);
      nlohmann::json json = nlohmann::json::parse(network_json(experiment, result, {}));
      // Energies come from figures, not from counts.
      for (auto& point : json["points"]) point.erase("energy_per_flit");
      INFO(shape << ", " << pattern);
      CHECK(near_misses(json.dump()) == std::vector<std::string>());
      const std::uint64_t nodes = experiment.grid.nodes();
      for (const NetworkPoint& point : result.points) {
        // The flits behind a load are whole: no other number of them has the same quotient.
        const Uint128 all = Uint128{point.measured_cycles} * nodes;
        CHECK(point.accepted ==
              quotient(nearest_integer(static_cast<Uint128>(point.accepted * 2.0 * static_cast<double>(all)), 2), all));
        CHECK(point.offered == experiment.traffic.load(point.rate));
      }
    }
  }
}

TEST_CASE("a saturation is not above its bound, whatever the network", "[figures]") {
  struct Case {
    std::string shape;
    std::string pattern;
    bool certain = false;  ///< nothing is left to chance: a packet in every cycle to one node, over links of its own
  };
  const std::vector<Case> cases = {
      {"topology: mesh, columns: 8, rows: 8, virtual_channels: 4, router: pipelined}", "pattern: transpose"},
      {"topology: mesh, columns: 8, rows: 8, virtual_channels: 4}", "pattern: transpose"},
      {"topology: mesh, columns: 4, rows: 4, virtual_channels: 4}", "pattern: bit_complement"},
      {"topology: torus, columns: 4, rows: 4, virtual_channels: 4}", "pattern: tornado", true},
      {"topology: mesh, columns: 4, rows: 4, virtual_channels: 8}", "pattern: neighbor, packet_flits: 2"},
      {"topology: ring, virtual_channels: 4}\nnodes: 8", "pattern: uniform"},
      {"topology: crossbar, virtual_channels: 4}\nnodes: 8", "pattern: uniform"},
      {"topology: crossbar, virtual_channels: 4}\nnodes: 8", "pattern: neighbor", true},
      {"topology: tree, virtual_channels: 4}\nnodes: 8", "pattern: shuffle"},
      {"topology: mesh, columns: 4, rows: 4, virtual_channels: 4}",
       "pattern: hotspot, hotspot: {node: 5, fraction: 0.3}"},
      {"topology: mesh, columns: 4, rows: 4, virtual_channels: 4}",
       "pattern: neighbor, bursts: {cycles: 20, share: 0.1}"},
  };
  for (const Case& one : cases) {
    INFO(one.shape << ", " << one.pattern);
    const NetworkExperiment experiment =
        experiment_of(network(one.shape, one.pattern, "saturation: true\nmeasured_cycles: 2000\n"));
    const NetworkResult result = run_network(experiment, {}, nullptr);
    REQUIRE(result.complete);
    const double bound = result.bounds->throughput;
    const auto json = nlohmann::json::parse(network_json(experiment, result, {}));
    const auto& found = json["saturation"];
    const double offered = found["offered"];
    const double accepted = found["accepted"];
    const double low = found["interval"]["low"];
    const double high = found["interval"]["high"];
    CHECK(offered > 0.0);
    CHECK(offered <= bound);
    CHECK(accepted <= offered);
    CHECK(low <= offered);
    CHECK(offered <= high);
    CHECK(high <= bound);
    CHECK((low == high) == one.certain);
    if (one.certain) CHECK(high == 1.0);
    std::uint64_t cycles = 0;
    for (const LoadSample& load : result.saturation->tried) cycles += load.cycles;
    CHECK(json["simulated"]["runs"] == result.saturation->tried.size());
    CHECK(json["simulated"]["cycles"] == cycles);
  }
}

}  // namespace gantry::exact_network_test
