// SPDX-License-Identifier: Apache-2.0
// The latency of a packet that is alone (model/network/lone_packet.h) against packets that are, on every way of small
// networks, with buffers from far too shallow to deep enough.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "architecture/traffic_reader.h"
#include "catch.h"
#include "gantry/network/lone_packet.h"
#include "gantry/network/topology.h"
#include "lone_interconnect.h"
#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "random_graph.h"
#include "random_links.h"
#include "sanitized.h"

namespace gantry::lone_packet_test {

namespace {

constexpr std::uint32_t kDeepest = 8;
constexpr std::uint64_t kLongest = kSanitized ? 9 : 20;

struct Net {
  const char* topology;
  std::uint32_t nodes;
  std::vector<std::pair<const char*, std::uint32_t>> own;
};

/// Every registered topology, small.
const std::vector<Net> kNets = {
    {"mesh", 6, {{"columns", 3}, {"rows", 2}}},
    {"torus", 12, {{"columns", 4}, {"rows", 3}}},
    {"ring", 7, {}},
    {"tree", 8, {{"leaves", 8}}},
    {"fat_tree", 8, {{"arity", 2}}},
    {"crossbar", 3, {}},
    {"concentrated_mesh", 8, {{"columns", 2}, {"rows", 2}, {"concentration", 2}}},
    {"flattened_butterfly", 6, {{"columns", 3}, {"rows", 2}, {"concentration", 1}}},
    {"mesh3d", 8, {{"columns", 2}, {"rows", 2}, {"layers", 2}}},
    {"dragonfly", 6, {{"concentration", 1}}},
    {"graph", 7, {}},
};

/// Packets of every length on every way whose latency is not what the rule says.
std::string problem(const Net& net, InterconnectConfig config) {
  config.topology = net.topology;
  config.virtual_channels = 4;
  Dice dice(3);
  config.graph = random_graph(dice, net.nodes);
  for (const auto& [key, value] : net.own) config.own.set(key, value);
  for (config.buffer_flits = 1; config.buffer_flits <= kDeepest; ++config.buffer_flits) {
    LoneInterconnect lone(config, every_node(net.nodes));
    lone.checked = false;
    for (TerminalId from = 0; from < net.nodes; ++from) {
      for (TerminalId to = 0; to < net.nodes; ++to) {
        for (std::uint64_t flits = 1; flits <= kLongest; ++flits) {
          const Cycle sent = lone.now();
          lone.send(from, to, flits, 0, (from + to + flits) % 2 == 1);
          if (!lone.drain()) return "a packet does not arrive";
          for (Cycle left = config.links.empty() ? 0 : 100; left > 0; --left) lone.cycle();  // places come back
          const Cycle took = lone.arrivals().back().cycle - sent;
          const LonePath path = lone.path(from, to);
          const Cycle rule = config.links.empty()
                                 ? first_flit_cycles(config, lone.net().hops(from, to)) + last_flit_after(config, flits)
                                 : path.first_flit() + path.last_flit_after(flits);
          if (took == rule) continue;
          return std::to_string(from) + " to " + std::to_string(to) + ", " + std::to_string(flits) +
                 " flits, buffers of " + std::to_string(config.buffer_flits) + ": " + std::to_string(took) +
                 " cycles, not " + std::to_string(rule);
        }
      }
    }
  }
  return "";
}

}  // namespace

TEST_CASE("a lone packet takes what the rule says, on every way, of every length, with buffers of every depth") {
  CHECK(kNets.size() == builtin_topologies().entries().size());
  for (const Net& net : kNets) {
    INFO(net.topology);
    InterconnectConfig config = flit_config();
    CHECK(problem(net, config) == "");
    make_pipelined(config, false);
    CHECK(problem(net, config) == "");
    make_pipelined(config, true);
    CHECK(problem(net, config) == "");
  }
}

TEST_CASE("the rule holds for links that are longer, shorter and narrower than others, on every topology") {
  for (const Net& net : kNets) {
    for (std::uint64_t seed = 1; seed <= (kSanitized ? 1 : 4); ++seed) {
      INFO(net.topology << ", seed " << seed);
      Dice dice(seed);
      InterconnectConfig config = flit_config();
      config.topology = net.topology;
      config.flit_bytes = 32;
      config.link_cycles = 2;
      for (const auto& [key, value] : net.own) config.own.set(key, value);
      Dice of_graph(3);  // as problem() draws it
      config.graph = random_graph(of_graph, net.nodes);
      const auto topology = builtin_topologies().find(net.topology)->make(config, net.nodes);
      config.links = random_links(dice, config, *topology, 60);
      CHECK(problem(net, config) == "");
      make_pipelined(config, dice.chance(50), dice.one_of({1, 3}));
      CHECK(problem(net, config) == "");
    }
  }
}

TEST_CASE("the rule holds whatever the stages, links and credits of both routers take") {
  // Round trips from 4 to 13 cycles, heads that wait longer than a round trip, and links that are slower than routers.
  const Net line = {"mesh", 4, {{"columns", 4}, {"rows", 1}}};
  const auto times = GENERATE(std::array<std::uint32_t, 3>{1, 2, 1}, std::array<std::uint32_t, 3>{2, 1, 3},
                              std::array<std::uint32_t, 3>{1, 4, 2}, std::array<std::uint32_t, 3>{4, 1, 1});
  InterconnectConfig config = flit_config();
  set_times(config, times[0], times[1], times[2]);
  CHECK(problem(line, config) == "");
  for (const std::uint32_t heads : {1U, 2U, 16U}) {
    for (const bool speculative : {false, true}) {
      make_pipelined(config, speculative, heads);
      config.switch_allocation_cycles = times[1];
      config.traversal_cycles = times[2];
      CHECK(problem(line, config) == "");
    }
  }
}

TEST_CASE("the latency without load is that of the pattern's packets alone, with shallow buffers, too") {
  // A packet of 9 flits through buffers of 1, all stages one cycle: the first flit as ever, every other one a round
  // trip of 6 later. In a row of 8 seven nodes send one link on and the last one seven back: 14/8 links, and twice that
  // in two dimensions.
  NetworkExperiment experiment;
  experiment.interconnect.own.set("columns", 8);
  experiment.interconnect.own.set("rows", 8);
  experiment.interconnect.router = RouterKind::pipelined;
  experiment.interconnect.buffer_flits = 1;
  experiment.grid = node_grid(experiment.interconnect, *make_topology(experiment));
  experiment.traffic.pattern = "neighbor";
  experiment.traffic.packet_flits = 9;
  const auto bounds = network_bounds(experiment);
  REQUIRE(bounds);
  CHECK(bounds->hops == Catch::Approx(3.5));
  CHECK(bounds->zero_load.value() == Catch::Approx(6 + 4 * 3.5 + 8 * 6));
}

}  // namespace gantry::lone_packet_test
