// SPDX-License-Identifier: Apache-2.0
// Ways beyond the topology's one route: that no packets wait for each other for ever, which ways are taken, and what
// they carry.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "channel_graph.h"
#include "experiment_text.h"
#include "gantry/network/lone_packet.h"
#include "lone_interconnect.h"
#include "network/aggregate_bound.h"
#include "network/network_bench.h"
#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "random_graph.h"
#include "random_keys.h"
#include "sanitized.h"

namespace gantry::routing_test {

namespace {

InterconnectConfig shape(const char* topology, std::uint32_t columns = 4, std::uint32_t rows = 4,
                         std::uint32_t arity = 2) {
  InterconnectConfig config = flit_config();
  config.topology = topology;
  config.own.set("columns", columns);
  config.own.set("rows", rows);
  config.own.set("concentration", 2);
  config.own.set("arity", arity);
  Dice dice(columns + 16 * rows + 256 * arity);
  config.graph = random_graph(dice, columns * rows);
  return config;
}

/// Every registered topology with a routing, in a few sizes.
struct Routed {
  std::string name;
  InterconnectConfig config;
  std::uint32_t endpoints = 0;
  std::unique_ptr<Topology> topology;
  std::unique_ptr<Routing> routing;
};

std::vector<Routed> routed(const std::string& routing, std::uint32_t most_nodes) {
  std::vector<Routed> all;
  for (const auto& entry : builtin_topologies().entries()) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    const auto add = [&](const InterconnectConfig& config, std::uint32_t endpoints) {
      Routed one{entry.name, config, endpoints, entry.make(config, endpoints), nullptr};
      if (one.topology->nodes() > most_nodes || one.topology->nodes() < 2) return;
      one.config.routing = routing;
      one.routing = builtin_routings().find(routing)->make(*one.topology);
      if (!one.routing || 2 * one.routing->least_channels() > kMostChannels) return;
      if (!seen.insert({one.topology->nodes(), one.topology->routers()}).second) return;
      one.name += " of " + std::to_string(one.topology->nodes()) + " nodes, " + routing;
      all.push_back(std::move(one));
    };
    for (const auto& [columns, rows] :
         std::vector<std::pair<std::uint32_t, std::uint32_t>>{{1, 5}, {2, 3}, {4, 3}, {5, 5}, {10, 2}, {9, 3}}) {
      add(shape(entry.name.c_str(), columns, rows), columns * rows);
    }
    for (const std::uint32_t arity : {2U, 3U, 4U}) add(shape(entry.name.c_str(), 4, 4, arity), 16);
  }
  return all;
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& entry : builtin_routings().entries()) all.push_back(entry.name);
  return all;
}

/// Any shortest way, all in the same channels.
class AnyShortest final : public Routing {
 public:
  using Routing::Routing;
  [[nodiscard]] std::uint32_t orders() const override { return 1; }
  [[nodiscard]] PortChoice choice() const override { return PortChoice::drawn; }
  [[nodiscard]] std::vector<std::uint64_t> ports_towards(std::uint32_t destination) const override {
    return builtin_routings().find("adaptive")->make(topology())->ports_towards(destination);
  }
};

NetworkExperiment network(const std::string& interconnect, const std::string& traffic, std::uint32_t nodes = 16) {
  return experiment_of(nodes_key(interconnect, nodes) + "measured_cycles: 4000\ninterconnect: {" + interconnect +
                       "}\ntraffic: {" + traffic + "}\n");
}

const std::string kMesh8 = "topology: mesh, columns: 8, rows: 8, virtual_channels: 4";

/// Why an experiment is refused.
std::string refused(const std::string& interconnect) {
  Diagnostics diagnostics;
  CHECK_FALSE(read_network_experiment(
      "interconnect: {" + interconnect + "}\ntraffic: {packets_per_cycle: 0.1}\n" + nodes_key(interconnect, 16),
      "n.yaml", {}, diagnostics));
  return diagnostics.lines().empty() ? "" : diagnostics.lines().front();
}

struct Ways final : PacketSink {
  void packet_done(const PacketRecord& packet) override { packets.push_back(packet); }
  std::vector<PacketRecord> packets;
};

}  // namespace

TEST_CASE("with every routing no cycle of channels can close on any topology") {
  std::map<std::string, int> tested;
  for (const std::string& routing : names()) {
    for (const Routed& one : routed(routing, 32)) {
      INFO(one.name);
      ++tested[routing];
      CHECK(ChannelGraph(*one.routing).is_acyclic());
    }
  }
  CHECK(tested.size() == builtin_routings().entries().size());
  CHECK(tested["valiant"] == tested["fixed"]);
  CHECK(tested["adaptive"] == tested["fixed"]);
}

TEST_CASE("without escape channels the shortest ways of a mesh close a cycle") {
  const InterconnectConfig config = shape("mesh", 3, 3);
  const auto mesh = builtin_topologies().find("mesh")->make(config, 9);
  CHECK_FALSE(ChannelGraph(AnyShortest(*mesh)).is_acyclic());
}

TEST_CASE("more than the network carries keeps arriving, and all of it does when no more comes") {
  // Long and short packets, to one place and everywhere, through buffers of one flit and more; every cycle is checked.
  std::uint64_t seed = 0;
  for (const std::string& routing : names()) {
    for (Routed& one : routed(routing, kSanitized ? 9 : 16)) {
      Dice dice(++seed);
      one.config.buffer_flits = dice.one_of({1, 2, 3, 8});
      one.config.virtual_channels = dice.between(2 * one.routing->least_channels(), kMostChannels);
      if (dice.chance(50)) make_pipelined(one.config, dice.chance(50), dice.one_of({1, 1, 3}));
      if (dice.chance(30)) one.config.arbitration = Arbitration::age;
      INFO(one.name << ", seed " << seed);
      const std::uint32_t nodes = one.topology->nodes();
      LoneInterconnect net(one.config, every_node(nodes), one.endpoints);
      std::size_t before = 0;
      std::uint64_t sent = 0;
      for (int stretch = 0; stretch < 4; ++stretch) {
        for (int cycle = 0; cycle < 150; ++cycle) {
          for (std::uint32_t node = 0; node < nodes; ++node) {
            if (!dice.chance(30)) continue;
            const std::uint32_t to = dice.chance(10) ? 0 : dice.between(0, nodes - 1);
            net.send(node, to, dice.one_of({1, 2, 5, 17}), ++sent, dice.chance(50));
          }
          net.cycle();
        }
        CHECK(net.arrivals().size() > before);
        before = net.arrivals().size();
      }
      REQUIRE(net.drain(200000));
      CHECK(net.arrivals().size() == sent);
    }
  }
}

TEST_CASE("alone a packet takes what its links say, and no detour but by a drawn router") {
  for (const std::string& routing : names()) {
    for (Routed& one : routed(routing, 16)) {
      INFO(one.name);
      one.config.virtual_channels = 8;
      for (const bool pipelined : {false, true}) {
        if (pipelined) make_pipelined(one.config, false);
        one.config.buffer_flits = pipelined ? 3 : 8;
        LoneInterconnect net(one.config, every_node(one.topology->nodes()), one.endpoints);
        net.checked = false;
        Ways ways;
        net.listen(&ways);
        std::uint32_t longer = 0;
        for (TerminalId from = 0; from < one.topology->nodes(); ++from) {
          for (TerminalId to = 0; to < one.topology->nodes(); ++to) {
            const std::uint64_t flits = 1 + (from + to) % 11;
            const Cycle sent = net.now();
            net.send(from, to, flits);
            REQUIRE(net.drain(1000));
            const std::uint32_t hops = ways.packets.back().hops;
            longer += hops > net.net().hops(from, to) ? 1 : 0;
            CHECK(hops >= net.net().hops(from, to));
            CHECK(net.arrivals().back().cycle - sent ==
                  first_flit_cycles(one.config, hops) + last_flit_after(one.config, flits));
            for (int rest = 0; rest < 16; ++rest) net.cycle();  // places come back
          }
        }
        if (routing != "valiant") CHECK(longer == 0);
        if (routing == "valiant" && one.topology->routers() > 2) CHECK(longer > 0);
      }
    }
  }
}

TEST_CASE("half of all packets go row first, by their own draws") {
  InterconnectConfig config = mesh(3, 3);
  config.virtual_channels = 4;
  config.routing = "o1turn";
  LoneInterconnect net(config, every_node(9));
  const std::uint64_t packets = 2000;
  for (std::uint64_t p = 0; p < packets; ++p) net.send(0, 8, 1);
  REQUIRE(net.drain());
  // Entries first, then the links of router 0: east, south.
  const std::vector<std::uint64_t> flits = net.net().fabric().link_flits();
  CHECK(flits[9] + flits[10] == packets);
  CHECK(flits[9] > packets * 45 / 100);
  CHECK(flits[10] > packets * 45 / 100);
}

TEST_CASE("links up are drawn evenly, and the fixed route takes one for each destination") {
  InterconnectConfig config = shape("fat_tree", 4, 4, 4);
  for (const bool random : {true, false}) {
    config.routing = random ? "random_up" : "fixed";
    LoneInterconnect net(config, every_node(16), 16);
    const std::uint64_t packets = 2000;
    for (std::uint64_t p = 0; p < packets; ++p) net.send(0, 15, 1);
    REQUIRE(net.drain());
    const std::vector<std::uint64_t> flits = net.net().fabric().link_flits();
    const std::vector<std::uint64_t> up(flits.begin() + 16, flits.begin() + 20);
    const auto [least, most] = std::minmax_element(up.begin(), up.end());
    CHECK(up[0] + up[1] + up[2] + up[3] == packets);
    if (random) CHECK(*least > packets / 4 * 85 / 100);
    if (!random) CHECK(*most == packets);
  }
}

TEST_CASE("an adaptive packet goes round what stands in its way") {
  // From corner to corner of a square beside a stream that fills the row's first link: by the column it is alone.
  const auto latency = [](const char* routing) {
    InterconnectConfig config = mesh(2, 2);
    config.virtual_channels = 8;
    config.buffer_flits = 4;
    config.routing = routing;
    LoneInterconnect net(config, {0, 0, 0, 0, 1, 3});
    for (TerminalId source = 0; source < 3; ++source) {
      for (int p = 0; p < 8; ++p) net.send(source, 4, 20);
    }
    for (int cycle = 0; cycle < 60; ++cycle) net.cycle();
    net.send(3, 5, 4, 7);
    const Cycle sent = net.now() - 1;
    REQUIRE(net.drain());
    for (const Arrival& a : net.arrivals()) {
      if (a.tag == 7) return a.cycle - sent;
    }
    return kNever;
  };
  CHECK(latency("adaptive") < latency("fixed") / 2);
}

TEST_CASE("bounds of each routing are those of its links, counted by hand") {
  const auto bounds = [](const std::string& routing, const std::string& pattern, const std::string& net = kMesh8) {
    return *network_bounds(
        network(net + ", routing: " + routing, "pattern: " + pattern + ", packets_per_cycle: 0.01", 64));
  };
  // Transpose: row first seven packets share the last link of row 0, column first seven the first one of row 7, and
  // nothing shares both.
  CHECK(bounds("fixed", "transpose").throughput == Catch::Approx(1.0 / 7));
  CHECK(bounds("o1turn", "transpose").throughput == Catch::Approx(2.0 / 7));
  CHECK(bounds("o1turn", "uniform").throughput == Catch::Approx(0.5));
  CHECK(bounds("o1turn", "uniform").hops == Catch::Approx(5.25));
  // By a drawn router any permutation is uniform traffic twice.
  for (const char* pattern : {"uniform", "transpose", "tornado", "bit_complement"}) {
    INFO(pattern);
    CHECK(bounds("valiant", pattern).throughput == Catch::Approx(0.25));
    CHECK(bounds("valiant", pattern).hops == Catch::Approx(10.5));
    CHECK(bounds("valiant", pattern).zero_load.value() ==
          Catch::Approx(bounds("valiant", "uniform").zero_load.value()));
  }
  // Whatever ways are: half of all packets cross the middle, 8 links wide; of the transpose 16 of 64 do so each way.
  CHECK(bounds("adaptive", "uniform").throughput == Catch::Approx(0.5));
  CHECK(bounds("adaptive", "transpose").throughput == Catch::Approx(0.5));
  CHECK(bounds("adaptive", "bit_complement").throughput == Catch::Approx(0.25));
  CHECK(bounds("adaptive", "bit_complement").hops == Catch::Approx(8.0));
  const std::string tree = "topology: fat_tree, arity: 4";
  CHECK(bounds("random_up", "uniform", tree).throughput == Catch::Approx(1.0));
  CHECK(bounds("random_up", "uniform", tree).hops == Catch::Approx(3.375));
  // All nodes of a switch send to those of another: over one link up each on the fixed route at worst, over all of them
  // on drawn ones.
  CHECK(bounds("random_up", "bit_complement", tree).throughput == Catch::Approx(1.0));
}

TEST_CASE("what arrives is never more than the bounds, nor hops other than they say") {
  for (const char* pattern : {"uniform", "transpose"}) {
    for (const std::string& routing : names()) {
      if (routing == "random_up") continue;
      for (const char* router : {"low_latency", "pipelined"}) {
        INFO(pattern << ", " << routing << ", " << router);
        const NetworkExperiment experiment =
            network("topology: mesh, columns: 4, rows: 4, virtual_channels: 4, router: " + std::string(router) +
                        ", routing: " + routing,
                    "pattern: " + std::string(pattern) + ", packet_flits: 4, packets_per_cycle: 0.02");
        const auto bounds = network_bounds(experiment);
        const auto in_all = aggregate_bound(experiment);
        CHECK(in_all.has_value() == (routing != "adaptive"));
        const Cycle cycles = 20000;
        NetworkBench light(experiment, 20000);
        light.run_to(cycles);
        const InterconnectStats stats = light.net().stats();
        const double hops = static_cast<double>(stats.flit_hops) / static_cast<double>(stats.flits) - 1;
        CHECK(hops == Catch::Approx(bounds->hops).epsilon(0.03));
        NetworkBench heavy(experiment, 250000);
        heavy.run_to(cycles);
        const double accepted = static_cast<double>(heavy.net().stats().flits) / cycles / 16;
        if (in_all) CHECK(accepted < *in_all * 1.01);
        if (routing == "adaptive" && std::string(pattern) == "uniform") CHECK(accepted < bounds->throughput * 1.01);
      }
    }
  }
}

TEST_CASE("the bound in all by a drawn router is that of uniform traffic twice") {
  CHECK(aggregate_bound(network("topology: mesh, columns: 8, rows: 1, virtual_channels: 4, routing: valiant",
                                "packets_per_cycle: 0.1"))
            .value() == Catch::Approx(2.0 / 8));
  CHECK(
      aggregate_bound(network("topology: fat_tree, arity: 2, routing: random_up", "packets_per_cycle: 0.1")).value() ==
      Catch::Approx(1.0));
}

TEST_CASE("transpose: one route saturates where drawn orders carry twice and adaptive ways more") {
  const auto accepted = [](const std::string& routing) {
    NetworkBench bench(
        network(kMesh8 + ", routing: " + routing, "pattern: transpose, packet_flits: 5, packets_per_cycle: 0.05", 64),
        50000);
    const Cycle cycles = 6000;
    bench.run_to(cycles);
    const std::vector<std::uint64_t> before = bench.sent_flits();
    bench.run_to(2 * cycles);
    // Of the source that can send least.
    std::vector<std::uint64_t> flits = bench.sent_flits();
    for (std::size_t node = 0; node < flits.size(); ++node) flits[node] -= before[node];
    return static_cast<double>(*std::min_element(flits.begin(), flits.end())) / cycles;
  };
  const double fixed = accepted("fixed");
  CHECK(fixed < 1.0 / 7);
  CHECK(accepted("o1turn") > 1.3 * fixed);
  CHECK(accepted("adaptive") > 1.3 * fixed);
}

TEST_CASE("a routing without routes on a topology, or without enough channels, is refused where it stands") {
  CHECK(refused("topology: ring, routing: o1turn, virtual_channels: 4") ==
        "n.yaml:1:41: error: interconnect.routing is o1turn, for which the topology ring has no routes (row first or "
        "column first, drawn for every packet; of meshes)");
  CHECK(refused("routing: random_up") ==
        "n.yaml:1:25: error: interconnect.routing is random_up, for which the topology mesh has no routes (a drawn one "
        "of the links up on every switch; of fat trees)");
  CHECK(refused("topology: torus, routing: valiant, virtual_channels: 3") ==
        "n.yaml:1:69: error: interconnect.virtual_channels is 3 and must be 4 at least with the topology torus and the "
        "routing valiant, whose routes need 4 of them");
  CHECK(refused("routing: adaptive, virtual_channels: 1") ==
        "n.yaml:1:53: error: interconnect.virtual_channels is 1 and must be 2 at least with the topology mesh and the "
        "routing adaptive, whose routes need 2 of them");
  CHECK(refused("routing: up") != "");
}

}  // namespace gantry::routing_test
