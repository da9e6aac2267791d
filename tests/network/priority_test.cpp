// SPDX-License-Identifier: Apache-2.0
// Packets of two priorities: urgent ones go before others at their source and in every router, on channels of their
// own, so that they take what they would alone whatever else is on the way.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "input_files.h"
#include "lone_interconnect.h"
#include "network/network_experiment.h"
#include "program_run.h"

namespace gantry::priority_test {

namespace {

nlohmann::json answer(const std::string& experiment) {
  const InputFiles files;
  files.write("n.yaml", experiment);
  ProgramRun run(files, {"network", "n.yaml", "--out", "out", "--packets"});
  const int status = run.finish();
  INFO(run.err());
  REQUIRE(status == 0);
  auto json = nlohmann::json::parse(run.out());
  ProgramRun check(files, {"check", "out"});
  const int checked = check.finish();
  INFO(check.err());
  CHECK(checked == 0);
  return json;
}

std::vector<std::string> problems(const std::string& interconnect, const std::string& traffic) {
  Diagnostics diagnostics;
  read_network_experiment("interconnect: " + interconnect + "\ntraffic: " + traffic + "\n", "n.yaml", {}, diagnostics);
  return diagnostics.lines();
}

}  // namespace

TEST_CASE("an urgent packet passes what is being sent before it, at its source and on the way") {
  // Nodes 0 and 1 of a row each send a packet of 100 flits to 2. In cycle 20 node 0 has something urgent for 2: it goes
  // on with the other packet when that is gone, and the urgent flits take what they would alone, L(2, 4).
  for (const bool pipelined : {false, true}) {
    InterconnectConfig config = mesh(3, 1);
    config.virtual_channels = 4;
    config.arbitration = Arbitration::age;
    if (pipelined) make_pipelined(config, false);
    LoneInterconnect net(config, every_node(3), 0, Fabric::has_wide_target(), ChannelUse::shared_urgent);
    net.send(0, 2, 100, 1);
    net.send(1, 2, 100, 2);
    while (net.now() < 20) net.cycle();
    net.send_urgent(0, 2, 4, 3);
    REQUIRE(net.drain());
    REQUIRE(net.arrivals().size() == 3);
    CHECK(net.arrivals()[0].tag == 3);
    CHECK(net.arrivals()[0].cycle == 20 + net.zero_load(0, 2, 4));
    // Nobody else is waiting at node 2: the links are never idle until all has arrived.
    CHECK(net.arrivals()[2].cycle == net.zero_load(1, 2, 1) + 100 + 100 + 4 - 1);
  }
}

TEST_CASE("where there are no channels for urgent packets they are like any other") {
  InterconnectConfig config = mesh(3, 1);
  config.arbitration = Arbitration::age;
  LoneInterconnect net(config, every_node(3));
  net.send(0, 2, 100, 1);
  net.cycle();
  net.send_urgent(0, 2, 4, 3);
  REQUIRE(net.drain());
  CHECK(net.arrivals()[0].tag == 1);
}

TEST_CASE(
    "under a load of which ordinary packets take three times their time urgent ones take little more than alone") {
  for (const char* router : {"low_latency", "pipelined"}) {
    const auto json =
        answer(std::string("interconnect: {topology: mesh, columns: 6, rows: 6, virtual_channels: 4, ") +
               "arbitration: age, router: " + router +
               "}\ntraffic: {packet_flits: 8, packets_per_cycle: 0.06, urgent: {share: 0.2, flits: 2}}\n");
    INFO(router << json.dump(2));
    REQUIRE(json["status"] == "stable");
    const auto mean = [&](const char* priority) {
      return json["priorities"][priority]["latency"]["mean"].get<double>();
    };
    // Lengths differ by 6 flits, and nothing else would in an empty network: 0.2 of (x - 6) and 0.8 of x.
    const double alone = json["bounds"]["zero_load_latency"].get<double>() + 0.2 * 6;
    CHECK(mean("urgent") < 1.03 * (alone - 6));
    CHECK(mean("ordinary") > 2 * alone);
    const double urgent = json["priorities"]["urgent"]["packets"];
    const double ordinary = json["priorities"]["ordinary"]["packets"];
    CHECK(urgent + ordinary == json["packets"]);
    CHECK(urgent / (urgent + ordinary) == Catch::Approx(0.2).epsilon(0.05));
    CHECK(json["offered"].get<double>() == Catch::Approx(0.06 * (0.8 * 8 + 0.2 * 2)));
    CHECK(json["accepted"].get<double>() == Catch::Approx(json["offered"].get<double>()).epsilon(0.03));
  }
}

TEST_CASE("the reply to an urgent request is urgent") {
  const auto json = answer(
      "interconnect: {topology: mesh, columns: 4, rows: 4, virtual_channels: 8, arbitration: age, routing: o1turn}\n"
      "traffic: {packet_flits: 2, packets_per_cycle: 0.02, urgent: {share: 0.5, flits: 2}, reply: {flits: 2, cycles: "
      "7}}\n");
  REQUIRE(json["status"] == "stable");
  const double urgent = json["priorities"]["urgent"]["packets"];
  const double ordinary = json["priorities"]["ordinary"]["packets"];
  CHECK(urgent / ordinary == Catch::Approx(1.0).epsilon(0.1));
}

TEST_CASE("beside a machine urgent packets have their name, and the run its invariants") {
  const InputFiles files;
  files.write("e.yaml",
              "architecture: {interconnect: {virtual_channels: 4, arbitration: age}, processors: [{count: 4}]}\n"
              "workload: {tasks: [{id: a, jobs: 4, cycles: 500, input_bytes: 3000}]}\n"
              "background: {packet_flits: 4, packets_per_cycle: 0.02, urgent: {share: 0.3, flits: 1}}\n"
              "output: {packets: true}\n");
  ProgramRun run(files, {"run", "e.yaml", "--out", "out"});
  const int status = run.finish();
  INFO(run.err());
  REQUIRE(status == 0);
  const std::string packets = file_text(files.path("out/packets.csv"));
  for (const char* name :
       {"\nsynthetic,", "\nsynthetic_response,", "\nsynthetic_urgent,", "\nsynthetic_urgent_response,"}) {
    CHECK(packets.find(name) != std::string::npos);
  }
  ProgramRun check(files, {"check", "out"});
  const int checked = check.finish();
  INFO(check.err());
  CHECK(checked == 0);
}

TEST_CASE("when ordinary packets are too many urgent ones still take what they take alone", "[figures]") {
  const auto json = answer(
      "interconnect: {topology: mesh, columns: 6, rows: 6, virtual_channels: 4, arbitration: age}\n"
      "traffic: {packet_flits: 8, packets_per_cycle: 0.15, urgent: {share: 0.1, flits: 2}}\n");
  INFO(json.dump(2));
  REQUIRE(json["status"] == "unstable");
  CHECK(json["latency"].is_null());
  CHECK(json["priorities"]["ordinary"]["latency"].is_null());
  const double alone = json["bounds"]["zero_load_latency"].get<double>() + 0.1 * 6 - 6;
  CHECK(json["priorities"]["urgent"]["packets"] > 1000);
  CHECK(json["priorities"]["urgent"]["latency"]["mean"].get<double>() < 1.03 * alone);
}

TEST_CASE("what urgent packets need is said") {
  using Lines = std::vector<std::string>;
  const std::string four = "{virtual_channels: 4, arbitration: age}";
  const std::string traffic = "{packets_per_cycle: 0.1, urgent: {share: 0.1, flits: 1}}";
  CHECK(problems(four, traffic).empty());
  CHECK(problems("{virtual_channels: 4}", traffic) ==
        Lines{"n.yaml:2:43: error: traffic.urgent needs interconnect.arbitration: age: urgent packets go before "
              "others, and of both the oldest go first"});
  CHECK(problems("{virtual_channels: 1, arbitration: age}", traffic) ==
        Lines{"n.yaml:1:34: error: interconnect.virtual_channels is 1 and must be 2 at least with the topology mesh, "
              "whose routes need 1 class of them, and as many again for urgent packets"});
  CHECK(problems(four, "{packets_per_cycle: 0.1, urgent: {share: 1, flits: 1}}") ==
        Lines{"n.yaml:2:51: error: traffic.urgent.share must be below 1 (the share of urgent packets)"});
  CHECK(problems(four, "{packets_per_cycle: 0.1, urgent: {share: 0.1}}").size() == 1);
  CHECK(problems(four, "{packets_per_cycle: 0.1, urgent: 3}").size() == 1);
  CHECK(problems(four, "{pattern: trace, packets: [[1, 0, 1, 1]], urgent: {share: 0.1, flits: 1}}").size() == 1);
}

}  // namespace gantry::priority_test
