// SPDX-License-Identifier: Apache-2.0
// Collective operations: every node has at the end what it should have, packets are those of the algorithm, and times
// on networks without contention are those of a formula.
#include "gantry/network/collective.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment_text.h"
#include "gantry/base/random.h"
#include "network/network_bench.h"

namespace gantry::collective_test {

namespace {

using Operation = CollectiveOperation;
using Algorithm = CollectiveScheme;
using Nodes = std::set<std::uint32_t>;

struct Case {
  Operation operation;
  Algorithm algorithm;
  const char* words;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {Operation::all_reduce, Algorithm::ring, "operation: all_reduce, algorithm: ring"},
      {Operation::all_reduce, Algorithm::tree, "operation: all_reduce, algorithm: tree"},
      {Operation::all_reduce, Algorithm::direct, "operation: all_reduce, algorithm: direct"},
      {Operation::reduce_scatter, Algorithm::ring, "operation: reduce_scatter, algorithm: ring"},
      {Operation::reduce_scatter, Algorithm::direct, "operation: reduce_scatter, algorithm: direct"},
      {Operation::all_gather, Algorithm::ring, "operation: all_gather, algorithm: ring"},
      {Operation::all_gather, Algorithm::direct, "operation: all_gather, algorithm: direct"},
      {Operation::broadcast, Algorithm::ring, "operation: broadcast, algorithm: ring"},
      {Operation::broadcast, Algorithm::tree, "operation: broadcast, algorithm: tree"},
      {Operation::all_to_all, Algorithm::direct, "operation: all_to_all, algorithm: direct"}};
  return all;
}

std::vector<TracePacket> packets_of(const CollectiveSpec& spec, std::uint32_t nodes) {
  std::vector<TracePacket> all;
  const auto reader = make_collective(spec, nodes, 1)->open();
  for (TracePacket packet; reader->next(packet);) all.push_back(packet);
  return all;
}

/// The nodes whose data a packet carries: of a sum those that were added, else those that were put side by side.
std::vector<Nodes> contents_of(const std::vector<TracePacket>& packets, bool sums) {
  std::vector<Nodes> contents(packets.size());
  for (std::size_t i = 0; i < packets.size(); ++i) {
    if (sums || packets[i].after.empty()) contents[i].insert(packets[i].from);
    for (const std::uint64_t before : packets[i].after) {
      REQUIRE(before < i);
      // It waits for what came to its own sender.
      REQUIRE(packets[before].to == packets[i].from);
      contents[i].insert(contents[before].begin(), contents[before].end());
    }
  }
  return contents;
}

CollectiveSpec random_spec(const Case& of, std::uint32_t nodes, RandomBits& random) {
  CollectiveSpec spec;
  spec.operation = of.operation;
  spec.algorithm = of.algorithm;
  spec.bytes = 1 + random_below(random, 4000);
  spec.flit_bytes = 1 + random_below(random, 64);
  spec.packet_flits = 1 + random_below(random, 8);
  spec.root = static_cast<std::uint32_t>(random_below(random, nodes));
  return spec;
}

/// The cycle in which the last packet has arrived.
Cycle end_of(const std::string& traffic, std::uint32_t nodes, const std::string& interconnect = "topology: crossbar") {
  const auto experiment = experiment_of("nodes: " + std::to_string(nodes) + "\ninterconnect: {" + interconnect +
                                        "}\ntraffic: {" + traffic + "}\n");
  NetworkBench bench(experiment);
  Cycle last = 0;
  bench.on_arrival([&](const Delivery& packet) { last = std::max(last, packet.arrived); });
  bench.run_to(kNever);
  return last;
}

std::string collective(const std::string& keys) { return "pattern: collective, collective: {" + keys + "}"; }

/// Cycles from the creation to the arrival of a packet that is alone.
Cycle alone(std::uint64_t flits, std::uint32_t nodes) {
  return end_of("pattern: trace, packets: [[1, 0, 1, " + std::to_string(flits) + "]]", nodes) - 1;
}

}  // namespace

TEST_CASE("every node has what the operation promises, whatever the sizes") {
  RandomBits random(49, 1);
  for (int round = 0; round < 20; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random_below(random, 12));
    for (const Case& of : cases()) {
      const CollectiveSpec spec = random_spec(of, nodes, random);
      INFO(of.words << ", nodes " << nodes << ", bytes " << spec.bytes << ", root " << spec.root);
      REQUIRE_FALSE(collective_fault(spec, nodes));
      const std::vector<TracePacket> packets = packets_of(spec, nodes);
      const bool sums = of.operation == Operation::all_reduce || of.operation == Operation::reduce_scatter;
      const std::vector<Nodes> contents = contents_of(packets, sums);

      // Complete vectors or parts that a node got, and from whom it got something at all.
      std::vector<std::uint64_t> complete(nodes, 0);
      std::vector<std::map<std::uint32_t, std::uint64_t>> got(nodes);
      std::vector<std::uint64_t> received(nodes, 0);
      for (std::size_t i = 0; i < packets.size(); ++i) {
        const std::uint32_t to = packets[i].to;
        REQUIRE(packets[i].from != to);
        REQUIRE(packets[i].flits >= 1);
        REQUIRE(packets[i].flits <= spec.packet_flits);
        Nodes with = contents[i];
        for (const std::uint32_t node : with) got[to][node] += packets[i].flits;
        with.insert(to);
        if (with.size() == nodes) complete[to] += packets[i].flits;
        received[to] += packets[i].flits;
      }
      const bool whole = spec.has_root();
      const std::uint64_t bytes = whole ? spec.bytes : (spec.bytes + nodes - 1) / nodes;
      const std::uint64_t part = (bytes + spec.flit_bytes - 1) / spec.flit_bytes;
      for (std::uint32_t node = 0; node < nodes; ++node) {
        INFO("node " << node);
        switch (of.operation) {
          case Operation::all_reduce:
            // Of the ring and direct it has its own part of the sum, and gets all others; of the tree the sum.
            if (of.algorithm == Algorithm::ring) CHECK(complete[node] == part * nodes);
            if (of.algorithm == Algorithm::tree && node != spec.root) CHECK(complete[node] >= part);
            if (of.algorithm == Algorithm::direct) CHECK(complete[node] >= part * (nodes - 1));
            break;
          case Operation::reduce_scatter:
            if (of.algorithm == Algorithm::ring) CHECK(complete[node] >= part);
            CHECK(got[node].size() == nodes - 1);
            break;
          case Operation::all_gather:
          case Operation::all_to_all:
            CHECK(got[node].size() == nodes - 1);
            for (const auto& [from, flits] : got[node]) CHECK(flits == part);
            CHECK(received[node] == part * (nodes - 1));
            break;
          case Operation::broadcast:
            if (node == spec.root) {
              CHECK(received[node] == 0);
            } else {
              CHECK(got[node] == std::map<std::uint32_t, std::uint64_t>{{spec.root, part}});
            }
            break;
        }
      }
      CHECK(std::is_sorted(packets.begin(), packets.end(),
                           [](const TracePacket& a, const TracePacket& b) { return a.cycle < b.cycle; }));
    }
  }
}

TEST_CASE("a ring takes as many steps as it has rounds, each a packet alone") {
  for (const std::uint32_t nodes : {2U, 5U, 8U}) {
    for (const std::uint64_t flits : {1U, 4U}) {
      const std::string sizes =
          ", flit_bytes: 1, packet_flits: " + std::to_string(flits) + ", bytes: " + std::to_string(flits * nodes);
      const Cycle one = alone(flits, nodes);
      INFO(nodes << " nodes, " << flits << " flits, a packet alone " << one);
      // Created in cycle 1; each further one `delay` after an arrival.
      const auto after = [&](Cycle rounds, Cycle delay) { return 1 + rounds * one + (rounds - 1) * delay; };
      const Cycle rounds = nodes - 1;
      CHECK(end_of(collective("operation: all_gather" + sizes), nodes) == after(rounds, 1));
      CHECK(end_of(collective("operation: reduce_scatter" + sizes), nodes) == after(rounds, 1));
      CHECK(end_of(collective("operation: all_reduce" + sizes), nodes) == after(2 * rounds, 1));
      CHECK(end_of(collective("operation: all_reduce, delay: 20" + sizes), nodes) == after(2 * rounds, 20));
      // The vector goes from node to node, whole.
      const std::string vector = ", flit_bytes: 1, packet_flits: 8, root: 1, bytes: " + std::to_string(flits);
      CHECK(end_of(collective("operation: broadcast" + vector), nodes) == after(rounds, 1));
    }
  }
}

TEST_CASE("a tree of eight nodes takes the longest way up and down, children after one another") {
  // A node sends a piece to its first child, and behind it to the second, so that this one is `flits` later. Of ranks 0
  // to 7 with children 2r + 1 and 2r + 2 the last to have it is 6: twice a second child.
  const std::uint64_t flits = 4;
  const Cycle one = alone(flits, 8);
  const std::string sizes = ", algorithm: tree, flit_bytes: 1, packet_flits: 4, bytes: 4";
  const Cycle to_six = 2 * (flits + one) + 1;
  const Cycle to_seven = 3 * one + 2;
  CHECK(end_of(collective("operation: broadcast" + sizes), 8) == 1 + std::max(to_six, to_seven));
}

TEST_CASE("an exchange of all with all keeps every port busy") {
  // In no round do two nodes send to the same one, so that a node sends flit after flit.
  for (const std::uint32_t nodes : {3U, 8U}) {
    const std::uint64_t flits = 8;
    const std::string sizes =
        ", algorithm: direct, flit_bytes: 1, packet_flits: 8, bytes: " + std::to_string(flits * nodes);
    const Cycle end = end_of(collective("operation: all_to_all" + sizes), nodes);
    const Cycle least = 1 + (nodes - 2) * flits + alone(flits, nodes);
    CHECK(end >= least);
    CHECK(end <= least + least / 5);
  }
}

TEST_CASE("every collective ends on a mesh and on a ring, with every packet once") {
  for (const std::string net :
       {"interconnect: {topology: mesh, columns: 3, rows: 3}\n", "nodes: 9\ninterconnect: {topology: ring}\n"}) {
    for (const Case& of : cases()) {
      INFO(net << of.words);
      const auto experiment =
          experiment_of(net + "traffic: {" + collective(std::string(of.words) + ", bytes: 900") + "}\n");
      const std::size_t count = packets_of(experiment.traffic.collective, 9).size();
      NetworkBench bench(experiment);
      std::set<std::uint64_t> arrived;
      bench.on_arrival([&](const Delivery& packet) { arrived.insert(packet.tag); });
      bench.run_to(kNever);
      CHECK(arrived.size() == count);
    }
  }
}

TEST_CASE("a collective that cannot be is refused where it stands") {
  const auto error = [](const std::string& keys, const std::string& more = "") {
    Diagnostics diagnostics;
    read_network_experiment(
        "nodes: 8\ninterconnect: {topology: crossbar}\ntraffic: {pattern: collective, collective: {" + keys + "}" +
            more + "}\n",
        "n.yaml", {}, diagnostics);
    return diagnostics.ok() ? std::string("no error") : diagnostics.lines().front();
  };
  CHECK(error("operation: broadcast, root: 7") == "no error");
  CHECK(error("operation: all_to_all, algorithm: ring") ==
        "n.yaml:3:44: error: traffic.collective needs the algorithm direct for this operation");
  CHECK(error("operation: broadcast, algorithm: direct") ==
        "n.yaml:3:44: error: traffic.collective needs the algorithm ring or tree for this operation");
  CHECK(error("operation: broadcast, root: 8") ==
        "n.yaml:3:44: error: traffic.collective has the root 8, which is no node, 0 to 7");
  CHECK(error("root: 1") == "n.yaml:3:51: error: traffic.collective.root is of the algorithm tree and of broadcast");
  CHECK(error("bytes: 1099511627776, flit_bytes: 1, packet_flits: 1")
            .find("has packets that wait for one 1048576 or more before them") != std::string::npos);
  CHECK(error("operation: all_sum").find("must be all_reduce, ") != std::string::npos);
  CHECK(error("bytes: 64", ", packet_flits: 2").find("has no effect") != std::string::npos);
  Diagnostics diagnostics;
  read_network_experiment(
      "nodes: 8\ninterconnect: {topology: crossbar}\ntraffic: {collective: {bytes: 1}, packets_per_cycle: 0.1}\n",
      "n.yaml", {}, diagnostics);
  CHECK(diagnostics.lines() ==
        std::vector<std::string>{"n.yaml:3:23: error: traffic.collective is of the pattern collective"});
}

}  // namespace gantry::collective_test
