// SPDX-License-Identifier: Apache-2.0
// When nodes create packets, of which lengths, and what comes back: bursts against the closed form of their process,
// lengths and replies against exact figures.
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "experiment_text.h"
#include "gantry/base/diagnostics.h"
#include "gantry/network/packet_source.h"
#include "input_files.h"
#include "network/load_run.h"
#include "network/network_bench.h"
#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "network/saturation_search.h"
#include "program_run.h"

namespace gantry::traffic_source_test {

namespace {

/// Per cycle, whether a node creates a packet.
std::vector<int> creations(PacketSource& source, std::uint32_t node, std::size_t cycles) {
  std::vector<int> created(cycles + 1, 0);
  SyntheticPacket packet;
  while (source.next(node, packet) && packet.cycle <= cycles) {
    CHECK(created[packet.cycle] == 0);
    created[packet.cycle] = 1;
  }
  return created;
}

}  // namespace

TEST_CASE("bursts keep the mean load, and their creations hang together as those of a chain of two states") {
  TrafficSpec spec;
  spec.bursts.cycles = 20;
  spec.bursts.share = 250000;
  const double rate = 0.1;
  const double share = 0.25;
  PacketSource source(spec, {64, 1}, 100000, 5);
  const std::size_t cycles = 60000;
  double packets = 0.0;
  std::vector<double> together(11, 0.0);  // packets in a cycle and so many later
  for (std::uint32_t node = 0; node < 64; ++node) {
    const std::vector<int> created = creations(source, node, cycles);
    for (std::size_t t = 1; t + 10 <= cycles; ++t) {
      packets += created[t];
      for (std::size_t k = 1; k <= 10; ++k) together[k] += created[t] * created[t + k];
    }
  }
  const double all = 64.0 * static_cast<double>(cycles - 9);
  CHECK(packets / all == Catch::Approx(rate).epsilon(0.02));
  // On at t and at t + k: share x (share + (1 - share) l^k), where l = 1 - 1 / on - 1 / off; a packet in each of them
  // with the chance rate / share.
  const double l = 1.0 - 1.0 / 20 - 1.0 / 60;
  for (const std::size_t k : {1, 5, 10}) {
    const double both = share * (share + (1.0 - share) * std::pow(l, k));
    CHECK(together[k] / all == Catch::Approx(both * (rate / share) * (rate / share)).epsilon(0.04));
  }
}

TEST_CASE("a node that is on creates a packet in every cycle if that is what its rate asks for") {
  TrafficSpec spec;
  spec.bursts.cycles = 7;
  spec.bursts.share = 300000;
  PacketSource source(spec, {4, 1}, spec.most_rate(), 2);
  const std::size_t cycles = 200000;
  double packets = 0.0;
  double begun = 0.0;
  for (std::uint32_t node = 0; node < 4; ++node) {
    const std::vector<int> created = creations(source, node, cycles);
    for (std::size_t t = 2; t <= cycles; ++t) {
      packets += created[t];
      begun += created[t] > created[t - 1] ? 1 : 0;
    }
  }
  CHECK(packets / (4.0 * static_cast<double>(cycles)) == Catch::Approx(0.3).epsilon(0.01));
  CHECK(packets / begun == Catch::Approx(7.0).epsilon(0.02));  // a run of packets is a time on
}

TEST_CASE("packets have the lengths that they are to have, in their shares") {
  TrafficSpec spec;
  spec.lengths = {{1, 600000}, {9, 300000}, {4, 100000}};
  CHECK(spec.mean_flits_trillionths() == 3700000000000);
  PacketSource source(spec, {2, 1}, 500000, 1);
  std::vector<double> count(10, 0.0);
  SyntheticPacket packet;
  const int packets = 100000;
  for (int i = 0; i < packets; ++i) {
    REQUIRE(source.next(0, packet));
    count.at(packet.flits) += 1.0 / packets;
  }
  CHECK(count[1] == Catch::Approx(0.6).epsilon(0.02));
  CHECK(count[9] == Catch::Approx(0.3).epsilon(0.02));
  CHECK(count[4] == Catch::Approx(0.1).epsilon(0.04));
  CHECK(count[1] + count[9] + count[4] == Catch::Approx(1.0));
}

TEST_CASE("exact figures of several lengths: the mean of those of each") {
  const std::string net = "interconnect: {columns: 4, rows: 4}\ntraffic: {packets_per_cycle: 0.01, ";
  const NetworkBounds one = network_bounds(experiment_of(net + "packet_flits: 2}\n")).value();
  const NetworkBounds other = network_bounds(experiment_of(net + "packet_flits: 7}\n")).value();
  const NetworkExperiment mixed =
      experiment_of(net + "packet_lengths: [{flits: 2, share: 0.75}, {flits: 7, share: 0.25}]}\n");
  const NetworkBounds both = network_bounds(mixed).value();
  CHECK(both.throughput == one.throughput);
  CHECK(both.hops == one.hops);
  CHECK(both.zero_load.value() == Catch::Approx(0.75 * one.zero_load.value() + 0.25 * other.zero_load.value()));
  // ... which almost nothing is in the way of.
  const NetworkPoint point = run_load(mixed, 1000, both).value();
  CHECK(point.offered == Catch::Approx(0.001 * 3.25));
  CHECK(point.latency.mean == Catch::Approx(both.zero_load.value()).epsilon(0.01));
}

TEST_CASE("a reply sets out a fixed time after its request has arrived, to the cycle") {
  NetworkExperiment experiment = experiment_of(
      "interconnect: {columns: 4, rows: 1, virtual_channels: 2}\ntraffic: {pattern: trace, packets: [[10, 0, 3, "
      "2]]}\n");
  experiment.traffic.reply = {5, 7};
  NetworkBench bench(experiment);
  std::vector<Delivery> arrived;
  bench.on_arrival([&](const Delivery& packet) { arrived.push_back(packet); });
  bench.run_to(kNever);
  REQUIRE(arrived.size() == 2);
  const Cycle there = 10 + 4 * 2 + 1 + 1;  // docs/timing.md: 3 links, 2 flits
  CHECK(arrived[0].arrived == there);
  CHECK(arrived[0].tag == kNever);
  CHECK(arrived[1].from == 3);
  CHECK(arrived[1].to == 0);
  CHECK(arrived[1].flits == 5);
  CHECK(arrived[1].created == there + 7);
  CHECK(arrived[1].arrived == there + 7 + 4 * 2 + 1 + 4);
  CHECK(arrived[1].tag == 10);  // when the request was created
}

TEST_CASE("exact figures of requests and replies are those counted by hand") {
  // All ask node 0 of a row of four, and it answers: it gets 4 x 1 flits and sends 4 x 3 for each request of a node.
  const NetworkExperiment experiment = experiment_of(
      "interconnect: {columns: 4, rows: 1, virtual_channels: 2}\n"
      "traffic: {pattern: hotspot, hotspot: {node: 0, fraction: 1}, packets_per_cycle: 0.001, reply: {flits: 3, "
      "cycles: "
      "20}}\n");
  const NetworkBounds bounds = network_bounds(experiment).value();
  CHECK(bounds.throughput == Catch::Approx((1.0 + 3.0) / (1.0 + 4 * 3.0)));  // its own request, and all replies
  CHECK(bounds.hops == Catch::Approx(1.5));
  const double request = 2.5 * 2 + 1;
  const double reply = request + 2;
  CHECK(bounds.zero_load.value() == Catch::Approx((request + reply) / 2));
  CHECK(bounds.round_trip.value() == Catch::Approx(request + 20 + reply));
  const NetworkPoint point = run_load(experiment, 1000, bounds).value();
  CHECK(point.stable);
  CHECK(point.offered == Catch::Approx(0.004));
  CHECK(point.accepted == Catch::Approx(0.004).epsilon(0.05));
  CHECK(point.round_trips * 2 == Catch::Approx(static_cast<double>(point.packets)).epsilon(0.01));
  CHECK(point.round_trip.mean >= bounds.round_trip.value());
  CHECK(point.round_trip.mean == Catch::Approx(bounds.round_trip.value()).epsilon(0.02));
  const NetworkSaturation found = find_saturation(experiment, bounds);
  REQUIRE(found.best);
  CHECK(found.best->accepted < bounds.throughput);
  CHECK(found.best->accepted > 0.85 * bounds.throughput);
}

TEST_CASE("replies come through however many requests are in the way") {
  // Far beyond saturation on one channel each, buffers of one flit: everything still moves.
  const NetworkExperiment experiment = experiment_of(
      "interconnect: {topology: ring, virtual_channels: 4, buffer_flits: 1}\nnodes: 8\n"
      "traffic: {packets_per_cycle: 1, packet_flits: 3, reply: {flits: 9, cycles: 1}}\n");
  NetworkBench bench(experiment, kMillion);
  std::uint64_t replies = 0;
  bench.on_arrival([&](const Delivery& packet) { replies += packet.tag != kNever ? 1 : 0; });
  std::uint64_t before = 0;
  for (int period = 0; period < 20; ++period) {
    bench.run_to(bench.now() + 1000);
    bench.net().verify();
    CHECK(replies > before);
    before = replies;
  }
}

TEST_CASE("the program answers with round trips, and replies load a machine's network, too") {
  const InputFiles files;
  files.write("n.yaml",
              "interconnect: {columns: 4, rows: 4}\nmeasured_cycles: 4000\n"
              "traffic: {packets_per_cycle: 0.01, packet_lengths: [{flits: 1, share: 0.5}, {flits: 5, share: 0.5}],\n"
              "          bursts: {cycles: 30, share: 0.2}, reply: {flits: 4, cycles: 10}}\n");
  ProgramRun run(files, {"network", "n.yaml", "--out", "out", "--packets"});
  REQUIRE(run.finish() == 0);
  const auto json = nlohmann::json::parse(run.out());
  CHECK(json["packet_lengths"][1]["flits"] == 5);
  CHECK(json["bursts"]["share"] == 0.2);
  CHECK(json["reply"]["cycles"] == 10);
  CHECK(json["round_trip"]["mean"].get<double>() > json["bounds"]["round_trip"].get<double>());
  ProgramRun check(files, {"check", "out"});
  CHECK(check.finish() == 0);
  ProgramRun again(files, {"network", "out/experiment.yaml"});
  REQUIRE(again.finish() == 0);
  CHECK(again.out() == run.out());

  files.write("e.yaml",
              "architecture: {interconnect: {columns: 2, rows: 2}, processors: [{count: 1}]}\n"
              "workload: {tasks: [{id: a, cycles: 5000}]}\n"
              "background: {packets_per_cycle: 0.01, reply: {flits: 4, cycles: 10}}\noutput: {packets: true}\n");
  ProgramRun machine(files, {"run", "e.yaml", "--kernel", "cycle", "--out", "machine"});
  REQUIRE(machine.finish() == 0);
  const auto summary = nlohmann::json::parse(file_text(files.path("machine/summary.json")));
  // 50 requests on average, in 5,000 cycles and a node, and as many replies.
  CHECK(summary["background"]["packets"].get<int>() > 2 * 4 * 30);
  CHECK(summary["background"]["flits"].get<int>() > 2 * summary["background"]["packets"].get<int>());
  ProgramRun machine_check(files, {"check", "machine"});
  CHECK(machine_check.finish() == 0);
}

TEST_CASE("what is wrong with sources of packets is said with its place") {
  const std::string net = "interconnect: {columns: 4, rows: 2}\ntraffic: {";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"packets_per_cycle: 0.1, packet_lengths: [{flits: 2, share: 0.5}]}",
       "n.yaml:2:51: error: traffic.packet_lengths must have shares that sum to 1, not to 0.5"},
      {"packets_per_cycle: 0.1, packet_lengths: {flits: 2, share: 1}}",
       "n.yaml:2:51: error: traffic.packet_lengths must be a list of {flits, share}, not a map"},
      {"packets_per_cycle: 0.1, packet_lengths: [{flits: 0, share: 1}]}",
       "n.yaml:2:60: error: traffic.packet_lengths[0].flits must be 1 to 65536, not 0"},
      {"packets_per_cycle: 0.1, packet_flits: 2, packet_lengths: [{flits: 2, share: 1}]}",
       "n.yaml:2:49: error: traffic.packet_flits cannot be combined with packet_lengths"},
      {"packets_per_cycle: [0.1, 0.3], bursts: {cycles: 10, share: 0.2}}",
       "n.yaml:2:36: error: traffic.packets_per_cycle[1] is above bursts.share, which is 0.2"},
      {"packets_per_cycle: 0.1, bursts: {cycles: 10}}",
       "n.yaml:2:43: error: traffic.bursts.share is missing (a number above 0 and up to 1)"},
      {"packets_per_cycle: 0.1, bursts: {cycles: 2, share: 0.7}}",
       "n.yaml:2:62: error: traffic.bursts.share is too much for times on of 2 cycles on average: those off would be "
       "shorter than a cycle"},
      {"packets_per_cycle: 0.1, bursts: 5}", "n.yaml:2:43: error: traffic.bursts must be a map of keys, not '5'"},
      {"packets_per_cycle: 0.1, reply: {flits: 4}}",
       "n.yaml:2:42: error: traffic.reply.cycles is missing (from the arrival of a packet to its reply)"},
      {"pattern: trace, packets: [[1, 0, 1, 1]], reply: {flits: 4, cycles: 1}}",
       "n.yaml:2:59: error: traffic.reply has no effect: a trace has all packets"},
  };
  for (const auto& [traffic, message] : wrong) {
    INFO(traffic);
    Diagnostics diagnostics;
    CHECK_FALSE(read_network_experiment(net + traffic + '\n', "n.yaml", {}, diagnostics));
    REQUIRE(!diagnostics.ok());
    CHECK(diagnostics.lines().front().substr(0, message.size()) == message);
  }
  Diagnostics diagnostics;
  CHECK_FALSE(
      read_network_experiment("interconnect: {virtual_channels: 1}\ntraffic: {packets_per_cycle: 0.1, "
                              "reply: {flits: 1, cycles: 1}}\n",
                              "n.yaml", {}, diagnostics));
  REQUIRE(!diagnostics.ok());
  CHECK(diagnostics.lines().front().find("n.yaml:1:34: error: interconnect.virtual_channels is 1 and must be 2") == 0);
}

}  // namespace gantry::traffic_source_test
