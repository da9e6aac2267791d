// SPDX-License-Identifier: Apache-2.0
// Links that are longer or narrower than the others: what a single one carries, how long it takes, what it leaves of
// the bounds, and what is refused. Lone packets on every topology are lone_packet_test.cpp's.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/error.h"
#include "input_files.h"
#include "lone_interconnect.h"
#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "program_run.h"

namespace gantry::own_links_test {

namespace {

/// Two routers in a row with a link of its own between them.
InterconnectConfig two_routers(const LinkShape& shape) {
  InterconnectConfig config = mesh(2, 1);
  config.flit_bytes = 32;
  config.virtual_channels = 4;
  config.links = {{0, 1, shape}};
  return config;
}

/// Cycles from one arrival to the next, of packets of one flit that wait behind each other.
std::vector<Cycle> intervals(const InterconnectConfig& config, std::uint32_t packets) {
  LoneInterconnect net(config, every_node(2));
  for (std::uint32_t p = 0; p < packets; ++p) net.send(0, 1, 1, p);
  REQUIRE(net.drain());
  std::vector<Cycle> between;
  for (std::size_t i = 1; i < net.arrivals().size(); ++i) {
    between.push_back(net.arrivals()[i].cycle - net.arrivals()[i - 1].cycle);
  }
  return between;
}

std::vector<std::string> problems(const std::string& interconnect) {
  Diagnostics diagnostics;
  const auto experiment = read_network_experiment(
      "interconnect: " + interconnect + "\ntraffic: {packets_per_cycle: 0.1}\n", "n.yaml", {}, diagnostics);
  CHECK(experiment.has_value() == diagnostics.lines().empty());
  return diagnostics.lines();
}

NetworkExperiment experiment_of(const std::string& text) {
  Diagnostics diagnostics;
  auto experiment = read_network_experiment(text, "n.yaml", {}, diagnostics);
  CHECK(diagnostics.lines() == std::vector<std::string>{});
  REQUIRE(experiment.has_value());
  return *experiment;
}

}  // namespace

TEST_CASE("a link of 7 cycles adds 6 to the latency of one of 1, and its credits come back as much later") {
  // docs/timing.md: L(1, 1) = 1 + 2 (1 + 1) + 1 = 6 over links of one cycle.
  for (const std::uint32_t cycles : {1U, 7U, 200U}) {
    LoneInterconnect net(two_routers({cycles, 0}), every_node(2));
    net.send(0, 1, 1);
    REQUIRE(net.drain());
    CHECK(net.arrivals().front().cycle == 6 + cycles - 1);
  }
  // A place is written again 1 + 1 + 1 cycles later over a link of one cycle, and 7 + 1 + 7 over one of 7: of one
  // channel with 5 places a packet of 11 flits gets 5 of them in the first 15 cycles, 5 in the next, then the last.
  InterconnectConfig config = two_routers({7, 0});
  config.buffer_flits = 5;
  LoneInterconnect net(config, every_node(2));
  net.send(0, 1, 11);
  REQUIRE(net.drain());
  CHECK(net.arrivals().front().cycle == 12 + 2 * 15);
}

TEST_CASE("a link of a quarter of a flit passes one flit in four cycles, whoever waits behind it, and none is lost") {
  InterconnectConfig config = two_routers({0, 8});
  CHECK(intervals(config, 20) == std::vector<Cycle>(19, 4));
  for (const bool speculative : {false, true}) {
    make_pipelined(config, speculative);
    CHECK(intervals(config, 20) == std::vector<Cycle>(19, 4));
  }
  // By age as well.
  config.arbitration = Arbitration::age;
  CHECK(intervals(config, 20) == std::vector<Cycle>(19, 4));
  // 10 bytes of 32 are a third and a bit: four cycles, too.
  CHECK(intervals(two_routers({0, 10}), 20) == std::vector<Cycle>(19, 4));
}

TEST_CASE("a whole flit has to be there before it goes on") {
  // Three cycles later than over a link as wide as a flit.
  LoneInterconnect net(two_routers({0, 8}), every_node(2));
  net.send(0, 1, 1);
  REQUIRE(net.drain());
  CHECK(net.arrivals().front().cycle == 6 + 3);
}

TEST_CASE("only what goes over a narrow link waits for it") {
  // 0 to 1 over the narrow link, and 0 to 2 over the others, from the same source.
  InterconnectConfig config = mesh(2, 2);
  config.flit_bytes = 32;
  config.virtual_channels = 4;
  config.links = {{0, 1, {0, 1}}};
  LoneInterconnect net(config, every_node(4));
  net.send(0, 1, 2, 1);
  net.send(0, 2, 2, 2);
  REQUIRE(net.drain());
  REQUIRE(net.arrivals().size() == 2);
  CHECK(net.arrivals()[0].tag == 2);
  CHECK(net.arrivals()[0].cycle == 9);  // 6 for a flit, one for the next one, two behind the other packet
  CHECK(net.arrivals()[1].cycle == 6 + 31 + 32);
}

TEST_CASE("bounds know how much each link carries and how long it takes") {
  // Four routers in a row, tornado: 0, 1 and 2 send one link on, and 3 sends three back. Every link carries one flit a
  // cycle each way then, and the one between 1 and 2 takes three cycles for it.
  const std::string row = "interconnect: {topology: mesh, columns: 4, rows: 1";
  const std::string traffic = "}\ntraffic: {pattern: tornado, packets_per_cycle: 0.1, packet_flits: 4}\n";
  const auto even = network_bounds(experiment_of(row + traffic));
  const auto uneven =
      network_bounds(experiment_of(row + ", links: [{between: [2, 1], cycles: 5, bytes: 11}]" + traffic));
  REQUIRE((even && uneven));
  CHECK(uneven->hops == even->hops);
  CHECK(uneven->throughput == Catch::Approx(even->throughput / 3));
  // Of four packets two go over that link: 4 cycles of its own, 2 more for a whole flit, and three flits follow in
  // three cycles instead of one each.
  const double over = uneven->zero_load.value() - even->zero_load.value();
  CHECK(over == Catch::Approx(2.0 / 4 * (4 + 2 + 3 * 2)));
}

TEST_CASE("at a low load packets take what is told of those that are alone, and links are as busy as they are narrow") {
  const InputFiles files;
  files.write("n.yaml",
              "interconnect: {topology: mesh, columns: 4, rows: 4, virtual_channels: 4,\n"
              "  links: [{between: [1, 2], cycles: 9, bytes: 8}, {between: [5, 9], bytes: 4}]}\n"
              "traffic: {packet_flits: 3, packets_per_cycle: 0.001}\n");
  ProgramRun run(files, {"network", "n.yaml", "--out", "out"});
  REQUIRE(run.finish() == 0);
  INFO(run.err());
  const auto json = nlohmann::json::parse(run.out());
  CHECK(json["latency"]["mean"].get<double>() ==
        Catch::Approx(json["bounds"]["zero_load_latency"].get<double>()).epsilon(0.02));
  ProgramRun check(files, {"check", "out"});
  CHECK(check.finish() == 0);
  // from,to,flits,utilization,,,,flit_cycles
  std::ifstream file(files.path("out/links.csv"));
  const std::string links{std::istreambuf_iterator<char>(file), {}};
  CHECK(links.find("\nlink,1,2,") != std::string::npos);
  const std::string row = links.substr(links.find("\nlink,5,9,") + 1);
  CHECK(row.substr(0, row.find('\n')).rfind(",8") == row.find('\n') - 2);
}

TEST_CASE("of packets that may go several ways of different lengths no latency without load is told") {
  const std::string text =
      "interconnect: {topology: mesh, columns: 3, rows: 3, virtual_channels: 4, routing: ROUTING, "
      "links: [{between: [0, 1], cycles: 9}]}\ntraffic: {packets_per_cycle: 0.01}\n";
  const auto alone = [&](const std::string& routing) {
    std::string with = text;
    with.replace(with.find("ROUTING"), 7, routing);
    return network_bounds(experiment_of(with))->zero_load;
  };
  CHECK(alone("fixed").has_value());
  CHECK(alone("o1turn").has_value());  // each of its orders is one way
  CHECK_FALSE(alone("valiant").has_value());
  CHECK_FALSE(alone("adaptive").has_value());
}

TEST_CASE("3D meshes and dragonflies have keys for the links between their layers and groups") {
  InterconnectConfig config = flit_config();
  config.flit_bytes = 32;
  config.topology = "mesh3d";
  for (const char* key : {"columns", "rows", "layers"}) config.own.set(key, 2);
  config.own.set("vertical_link_cycles", 4);
  config.own.set("vertical_link_bytes", 16);
  LoneInterconnect stack(config, every_node(8));
  stack.send(0, 4, 1);  // straight up
  stack.send(1, 3, 1);  // along the column
  REQUIRE(stack.drain());
  CHECK(stack.arrivals()[0].cycle == 6);
  CHECK(stack.arrivals()[1].cycle == 6 + 3 + 1);

  config = flit_config();
  config.flit_bytes = 32;
  config.topology = "dragonfly";
  config.virtual_channels = 4;
  config.own.set("concentration", 1);
  config.own.set("global_link_cycles", 10);
  LoneInterconnect groups(config, every_node(6));
  const auto& topology = groups.topology();
  for (std::uint32_t to = 1; to < 6; ++to) {
    const Cycle sent = groups.now();
    groups.send(0, to, 1);
    REQUIRE(groups.drain());
    const bool same_group = to / 2 == 0;
    CHECK(groups.arrivals().back().cycle - sent == 4 + 2 * topology.hops(0, to) + (same_group ? 0 : 9));
  }
}

TEST_CASE("what cannot be of links is said, where it stands") {
  using Lines = std::vector<std::string>;
  const std::string mesh = "{topology: mesh, columns: 3, rows: 1, links: ";
  CHECK(problems(mesh + "[{between: [0, 2], cycles: 4}]}") ==
        Lines{"n.yaml:1:61: error: interconnect.links: the topology mesh has no link between routers 0 and 2"});
  CHECK(problems(mesh + "[{between: [0, 1]}]}") ==
        Lines{"n.yaml:1:61: error: interconnect.links[0] needs `cycles`, `bytes` or both"});
  CHECK(problems(mesh + "[{between: [0, 1], cycles: 4}, {between: [1, 0], bytes: 4}]}") ==
        Lines{"n.yaml:1:91: error: interconnect.links[1] repeats the link between routers 0 and 1 "
              "(a link goes both ways)"});
  CHECK(problems(mesh + "[{cycles: 4}]}") ==
        Lines{"n.yaml:1:61: error: interconnect.links[0].between is missing (the two routers, [0, 1])"});
  CHECK(problems(mesh + "[{between: [0, 1], cycles: 257}]}").size() == 1);
  CHECK(problems(mesh + "[[0, 1]]}").size() == 1);
  CHECK(problems(mesh + "4}") == Lines{"n.yaml:1:60: error: interconnect.links must be a list of maps, not '4'"});
  CHECK(problems(mesh + "[{between: [0, 1], bytes: 64}]}") ==
        Lines{"n.yaml:1:61: error: interconnect: the link between routers 0 and 1 carries 64 bytes per cycle and must "
              "carry 32 at most, a flit (flit_bytes is 32)"});
  CHECK(problems(mesh + "[{between: [1, 0], bytes: 3}], flit_bytes: 256}") ==
        Lines{"n.yaml:1:61: error: interconnect: the link between routers 0 and 1 carries 3 bytes per cycle and must "
              "carry 4 at least, so that a flit takes at most 64 cycles (flit_bytes is 256)"});
  CHECK(problems("{topology: graph, graph: {routers: 2, links: [{between: [0, 1], bytes: 64}]}}").size() == 1);
  CHECK(problems("{topology: mesh3d, columns: 2, rows: 2, layers: 2, vertical_link_bytes: 64}").size() == 1);
  CHECK(problems(mesh + "[{between: [0, 1], cycles: 4, bytes: 8}]}").empty());
}

TEST_CASE("a program that gives links which the topology cannot have is refused") {
  const auto start = [](const OwnLinks& links) {
    InterconnectConfig config = mesh(3, 1);
    config.flit_bytes = 32;
    config.links = links;
    LoneInterconnect net(config, every_node(3));
  };
  start({{0, 1, {4, 0}}, {1, 2, {256, 32}}});
  CHECK_THROWS_AS(start({{1, 2, {4, 0}}, {0, 1, {4, 0}}}), Error);
  CHECK_THROWS_AS(start({{1, 0, {4, 0}}}), Error);
  CHECK_THROWS_AS(start({{0, 2, {4, 0}}}), Error);
  CHECK_THROWS_AS(start({{0, 7, {4, 0}}}), Error);
  CHECK_THROWS_AS(start({{0, 1, {257, 0}}}), Error);
  CHECK_THROWS_AS(start({{0, 1, {0, 33}}}), Error);
}

TEST_CASE("a load on long links is judged by what packets take on them, known exactly or not") {
  for (const char* routing : {"fixed", "adaptive", "valiant"}) {
    const InputFiles files;
    files.write("n.yaml",
                std::string("interconnect: {topology: mesh, columns: 4, rows: 1, virtual_channels: 4, "
                            "buffer_flits: 4, routing: ") +
                    routing +
                    ",\n  links: [{between: [0, 1], cycles: 200}, {between: [1, 2], cycles: 200}, {between: [2, "
                    "3], cycles: 200}]}\ntraffic: {packet_flits: 16, packets_per_cycle: 0.0005}\n");
    ProgramRun run(files, {"network", "n.yaml"});
    REQUIRE(run.finish() == 0);
    const auto json = nlohmann::json::parse(run.out());
    INFO(json.dump(2));
    CHECK(json["latency"]["mean"].get<double>() > 300);  // which would be too long elsewhere
    CHECK(json["status"] == "stable");
  }
}

TEST_CASE("a machine's links stand in its resolved experiment, and a study tells machines apart by them") {
  const InputFiles files;
  files.write("e.yaml",
              "architecture:\n  interconnect: {columns: 3, rows: 3, links: [{between: [0, 1], cycles: 9, bytes: 8}]}\n"
              "  processors: [{count: 4}]\n"
              "workload: {tasks: [{id: a, jobs: 4, cycles: 50, input_bytes: 3000}]}\n");
  ProgramRun first(files, {"run", "e.yaml", "--out", "out"});
  REQUIRE(first.finish() == 0);
  ProgramRun again(files, {"run", "out/experiment.yaml", "--out", "again"});
  REQUIRE(again.finish() == 0);
  for (const char* file : {"summary.json", "tasks.csv", "jobs.csv", "experiment.yaml"}) {
    INFO(file);
    CHECK(file_text(files.path(std::string("out/") + file)) == file_text(files.path(std::string("again/") + file)));
  }
  files.write("s.yaml",
              "name: s\nbase: e.yaml\nvary: {architecture.interconnect.links: [[{between: [0, 1], cycles: 3}], "
              "[{between: [0, 1], cycles: 90}]]}\nmetrics: [cycles]\n");
  ProgramRun sweep(files, {"sweep", "s.yaml", "--out", "study", "--jobs", "1"});
  const int status = sweep.finish();
  INFO(sweep.out() << sweep.err());
  REQUIRE(status == 0);
  std::vector<std::string> cycles;
  std::istringstream table(file_text(files.path("study/points.csv")));
  for (std::string line; std::getline(table, line);) cycles.push_back(line.substr(line.rfind(',')));
  INFO(file_text(files.path("study/points.csv")));
  REQUIRE(cycles.size() == 3);
  CHECK(file_text(files.path("study/points.csv")).find("reused") == std::string::npos);
}

TEST_CASE("a graph's file gives the shape of a link beside its ends") {
  const NetworkExperiment experiment = experiment_of(
      "interconnect: {topology: graph, graph: {routers: 3, links: [[0, 1], {between: [2, 1], cycles: 6, bytes: 16}]}}\n"
      "traffic: {packets_per_cycle: 0.1}\n");
  InterconnectConfig config = experiment.interconnect;
  config.header_bytes = 0;
  LoneInterconnect net(config, every_node(3));
  net.send(0, 2, 1);
  REQUIRE(net.drain());
  CHECK(net.arrivals().front().cycle == 8 + 5 + 1);
}

}  // namespace gantry::own_links_test
