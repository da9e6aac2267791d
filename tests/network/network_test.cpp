// SPDX-License-Identifier: Apache-2.0
// gantry network: conventions of the patterns, exact figures, and a few points of the reference's tables. All of them
// are compared by `make network-report`.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "catch.h"
#include "experiment_text.h"
#include "gantry/base/diagnostics.h"
#include "gantry/network/packet_source.h"
#include "input_files.h"
#include "network/load_run.h"
#include "network/network_experiment.h"
#include "network/saturation_search.h"
#include "program_run.h"

namespace gantry::network_test {

namespace {

/// The reference's router.
std::string reference(int channels, bool speculative, const std::string& shape) {
  return "interconnect: {" + shape + ", router: pipelined, speculative: " + (speculative ? "true" : "false") +
         ", virtual_channels: " + std::to_string(channels) + ", buffer_flits: 8}\n";
}
const std::string kMesh8 = "topology: mesh, columns: 8, rows: 8";
const std::string kTree16 = "topology: tree, leaves: 16";

/// For a file or folder that a running program makes.
void wait_for(const std::string& path) {
  for (int i = 0; i < 6000 && !std::filesystem::exists(path); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

std::size_t entries(const std::string& folder) {
  const std::filesystem::directory_iterator all(folder);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

std::string first_error(const std::string& text) {
  Diagnostics diagnostics;
  CHECK_FALSE(read_network_experiment(text, "n.yaml", {}, diagnostics));
  REQUIRE_FALSE(diagnostics.ok());
  return diagnostics.lines().front();
}

}  // namespace

TEST_CASE("mean hops and the bound of each pattern are what an exact count gives") {
  struct Row {
    std::string shape;
    std::string pattern;
    double hops;
    double bound;
  };
  const std::string mesh3 = "topology: mesh, columns: 3, rows: 3";
  const std::string mesh5 = "topology: mesh, columns: 5, rows: 5";
  const auto row = GENERATE_COPY(values<Row>({
      {mesh3, "pattern: uniform", 1.7778, 1.0},
      {mesh5, "pattern: uniform, self: false", 3.3333, 0.8},
      {kMesh8, "pattern: uniform", 5.25, 0.5},
      {kMesh8, "pattern: uniform, self: false", 5.3333, 0.49219},
      {kMesh8, "pattern: transpose", 5.25, 0.14286},
      {kMesh8, "pattern: bit_complement", 8.0, 0.25},
      {kMesh8, "pattern: tornado", 7.5, 0.33333},
      {kMesh8, "pattern: neighbor", 3.5, 1.0},
      {kMesh8, "pattern: hotspot, hotspot: {node: 27, fraction: 1}", 4.0, 0.01562},
      {kMesh8, "pattern: hotspot, hotspot: {node: 27, fraction: 0.1}", 5.125, 0.13699},
      {kTree16, "pattern: uniform", 4.25, 0.25},
      {kTree16, "pattern: uniform, self: false", 4.5333, 0.23438},
      {"topology: tree, leaves: 64", "pattern: uniform", 8.0625, 0.0625},
  }));
  INFO(row.shape << ", " << row.pattern);
  const auto bounds = network_bounds(experiment_of(reference(4, false, row.shape) + "traffic: {" + row.pattern +
                                                   ", packets_per_cycle: 0.01, packet_flits: 5}"));
  REQUIRE(bounds);
  CHECK(std::abs(bounds->hops - row.hops) < 0.0001);
  CHECK(std::abs(bounds->throughput - row.bound) < 0.00001);
  CHECK(std::abs(bounds->zero_load.value() - (6 + 4 * row.hops + 4)) < 0.0005);
}

TEST_CASE("a coin thrown in every cycle: the intervals have its mean and its variance") {
  const std::uint64_t chance = GENERATE(std::uint64_t{1000}, std::uint64_t{50000}, std::uint64_t{600000},
                                        std::uint64_t{950000}, std::uint64_t{1000000});
  const CoinIntervals intervals(chance);
  RandomBits bits(7, 1);
  const int count = 200000;
  double sum = 0.0;
  double squares = 0.0;
  for (int i = 0; i < count; ++i) {
    const auto interval = static_cast<double>(intervals.draw(bits));
    sum += interval;
    squares += interval * interval;
  }
  const double p = static_cast<double>(chance) / 1e6;
  const double mean = sum / count;
  CHECK(std::abs(mean * p - 1) < 0.01);
  CHECK(std::abs(squares / count - mean * mean - (1 - p) / (p * p)) <= 0.05 * (1 - p) / (p * p) + 1e-9);
}

TEST_CASE("latency at equal load is the reference's, within 3 % below three quarters of saturation, else 8 %") {
  struct Row {
    int channels;
    bool speculative;
    std::string shape;
    int flits;
    double load;     // flits per cycle and node that the reference accepted
    double latency;  // its mean
    double percent;
  };
  const auto row = GENERATE(values<Row>({
      {1, false, kMesh8, 5, 0.1593, 36.96, 3},
      {1, false, kMesh8, 5, 0.2137, 44.96, 8},
      {4, false, kMesh8, 1, 0.2187, 28.03, 3},
      {4, false, kMesh8, 5, 0.2018, 36.57, 3},
      {4, false, kMesh8, 5, 0.3459, 52.97, 8},
      {1, true, kMesh8, 1, 0.2211, 21.725, 3},
      {4, true, kMesh8, 5, 0.2541, 34.70, 3},
      {4, false, kTree16, 5, 0.1508, 34.26, 3},
  }));
  INFO(row.channels << " channels, speculative " << row.speculative << ", " << row.shape << ", load " << row.load);
  const NetworkExperiment experiment =
      experiment_of(reference(row.channels, row.speculative, row.shape) + "traffic: {packets_per_cycle: " +
                    std::to_string(row.load / row.flits) + ", packet_flits: " + std::to_string(row.flits) + "}");
  const NetworkPoint point =
      run_load(experiment, experiment.traffic.rates.front(), network_bounds(experiment).value()).value();
  CHECK(point.stable);
  CHECK(std::abs(point.latency.mean / row.latency - 1) * 100 < row.percent);
}

TEST_CASE("saturation is found within 3 % of the reference and below the exact bound", "[figures]") {
  const NetworkExperiment experiment = experiment_of(
      reference(4, false, kTree16) + "saturation: true\nmeasured_cycles: 12000\ntraffic: {packet_flits: 5}");
  const NetworkBounds bounds = network_bounds(experiment).value();
  const NetworkSaturation found = find_saturation(experiment, bounds);
  REQUIRE(found.best);
  CHECK(std::abs(found.best->accepted / 0.2262 - 1) < 0.03);
  CHECK(found.best->accepted < bounds.throughput);
  CHECK(found.unstable_rate > found.stable_rate());
  CHECK(found.unstable_rate <= found.stable_rate() + std::max<std::uint64_t>(1, found.unstable_rate / 100));
}

TEST_CASE("the default router carries loads that need its second pass, or both classes of a closed row") {
  // With its first pass alone, and channels for heads that win the switch, it saturates at 0.396 and 0.207; now at
  // 0.419 and 0.229. A torus whose packets take the upper class wherever the dateline is not ahead of them: 0.551, now
  // 0.658.
  const auto [shape, load] = GENERATE(table<std::string, double>({
      {kMesh8, 0.405},
      {kTree16, 0.215},
      {"topology: torus, columns: 8, rows: 8", 0.61},
  }));
  INFO(shape);
  const NetworkExperiment experiment =
      experiment_of("interconnect: {" + shape + ", virtual_channels: 4, buffer_flits: 8}\nmeasured_cycles: 12000\n" +
                    "traffic: {packet_flits: 5, packets_per_cycle: " + std::to_string(load / 5) + "}\n");
  CHECK(run_load(experiment, experiment.traffic.rates.front(), network_bounds(experiment).value()).value().stable);
}

TEST_CASE("a load that is ended at any moment has no result, and one that is only looked at has the same") {
  // Stable with all its parts, unstable in warm-up, and unstable later.
  for (const std::uint64_t rate : {50000, 300000, 900000}) {
    const NetworkExperiment experiment = experiment_of(
        "interconnect: {columns: 3, rows: 3, virtual_channels: 1}\nmeasured_cycles: 2000\n"
        "traffic: {packet_flits: 3, packets_per_cycle: 0.1}\n");
    const NetworkBounds bounds = network_bounds(experiment).value();
    const NetworkPoint alone = run_load(experiment, rate, bounds).value();
    std::uint64_t asked = 0;
    const auto looked_at = run_load(experiment, rate, bounds, {nullptr, [&](Cycle /*now*/) { return ++asked > 0; }});
    REQUIRE(looked_at);
    CHECK(looked_at->latency.mean == alone.latency.mean);
    CHECK(looked_at->cycles == alone.cycles);
    REQUIRE(asked > 20);
    for (std::uint64_t end = 1; end <= asked; end += 1 + asked / 25) {
      std::uint64_t left = end;
      Cycle last = 0;
      const auto point = run_load(experiment, rate, bounds, {nullptr, [&](Cycle now) {
                                                               last = now;
                                                               return --left > 0;
                                                             }});
      INFO(rate << ", ended in cycle " << last);
      CHECK_FALSE(point);
      CHECK(left == 0);  // it is not asked again
    }
  }
}

TEST_CASE("a search that is ended keeps what it has found") {
  const NetworkExperiment experiment = experiment_of(
      "interconnect: {columns: 3, rows: 3}\nsaturation: true\nruns: 1\nmeasured_cycles: 500\ntraffic: {}\n");
  const NetworkBounds bounds = network_bounds(experiment).value();
  const NetworkSaturation all = find_saturation(experiment, bounds);
  CHECK(all.complete);
  std::uint64_t tried = 0;
  const NetworkSaturation part =
      find_saturation(experiment, bounds, [&](const NetworkSaturation& found, std::uint64_t rate, Cycle /*now*/) {
        tried = rate;
        return found.stable_rate() == 0 || found.unstable_rate == 0 ||
               found.unstable_rate - found.stable_rate() > 100000;
      });
  CHECK_FALSE(part.complete);
  CHECK(part.stable_rate() > 0);
  CHECK(part.stable_rate() <= all.stable_rate());
  CHECK(part.unstable_rate >= all.unstable_rate);
  CHECK(part.stable_rate() < tried);
  CHECK(tried < part.unstable_rate);
}

TEST_CASE("an interrupt keeps the loads that are done, and nothing of the one that is not") {
  const InputFiles files;
  std::string rates;
  for (int i = 1; i <= 300; ++i) rates += (i == 1 ? "" : ", ") + std::to_string(0.0001 * i);
  files.write("n.yaml", "interconnect: {columns: 4, rows: 4}\ntraffic: {packets_per_cycle: [" + rates + "]}\n");
  ProgramRun run(files, {"network", "n.yaml", "--out", "out", "--packets"});
  wait_for(files.path("out/0.0003"));
  run.interrupt();
  REQUIRE(run.finish() == 1);
  CHECK(run.err().find("n: interrupted; ") == 0);
  CHECK(run.err().find(" of 300 loads are done\n") != std::string::npos);
  const auto json = nlohmann::json::parse(run.out());
  CHECK(run.out() == file_text(files.path("out/network.json")));
  CHECK(json["complete"] == false);
  const std::size_t done = json["points"].size();
  CHECK(done >= 2);
  CHECK(done < 300);
  CHECK(entries(files.path("out")) == done + 4);  // network.json, latency_load.svg, experiment.yaml and timing.json
  ProgramRun check(files, {"check", "out"});
  CHECK(check.finish() == 0);
  CHECK(check.out().find("ok: " + std::to_string(done) + " loads") == 0);
  CHECK(check.out().find("\nskipped: what was not done (the run was interrupted)\n") != std::string::npos);
}

TEST_CASE("an interrupted trace, load or search leaves an answer without it") {
  std::string trace = "[1, 0, 1, 1]";
  for (int i = 0; i < 4000; ++i) trace += ", [2, 0, 1, 65536]";  // 262 million cycles
  const std::string shape = "interconnect: {topology: mesh, columns: 24, rows: 24, virtual_channels: 4}\n";
  const std::vector<std::pair<std::string, std::string>> long_ones = {
      {"interconnect: {columns: 2, rows: 1}\ntraffic: {pattern: trace, packets: [" + trace + "]}\n",
       "the trace has not ended"},
      {shape + "measured_cycles: 100000000\ntraffic: {packets_per_cycle: 0.02}\n", "0 of 1 loads are done"},
      {shape + "saturation: true\ntraffic: {packet_flits: 20}\n", "the search for saturation has not ended"}};
  for (const auto& [text, message] : long_ones) {
    const InputFiles files;
    files.write("n.yaml", text);
    ProgramRun run(files, {"network", "n.yaml", "--out", "out", "--packets"});
    wait_for(files.path("out"));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));  // into the first load
    run.interrupt();
    REQUIRE(run.finish() == 1);
    CHECK(run.err() == "n: interrupted; " + message + "\n");
    const auto json = nlohmann::json::parse(run.out());
    CHECK(json["complete"] == false);
    CHECK_FALSE(json.contains("latency"));
    CHECK_FALSE(std::filesystem::exists(files.path("out/links.csv")));
    CHECK_FALSE(std::filesystem::exists(files.path("out/packets.csv")));
    ProgramRun check(files, {"check", "out"});
    CHECK(check.finish() == 0);
    CHECK(check.out().find("ok: 0 loads") == 0);
  }
}

TEST_CASE("the program answers in JSON, the same for the same seed") {
  const InputFiles files;
  files.write("n.yaml",
              "interconnect: {columns: 4, rows: 4, virtual_channels: 1}\n"
              "traffic: {packets_per_cycle: 0.02, packet_flits: 3}\nmeasured_cycles: 5000\n");
  ProgramRun first(files, {"network", "n.yaml"});
  REQUIRE(first.finish() == 0);
  const std::string text = first.out();
  ProgramRun second(files, {"network", "n.yaml"});
  REQUIRE(second.finish() == 0);
  CHECK(second.out() == text);
  ProgramRun other(files, {"network", "n.yaml", "--seed", "2"});
  REQUIRE(other.finish() == 0);
  CHECK(other.out() != text);
  const auto json = nlohmann::json::parse(text);
  CHECK(json["schema"] == "gantry-network-1");
  CHECK(json["complete"] == true);
  CHECK(json["measured_cycles"] == 5000);
  CHECK(std::abs(json["offered"].get<double>() - 0.06) < 1e-9);
  CHECK(std::abs(json["accepted"].get<double>() - 0.06) < 0.006);
  CHECK(json["latency"]["mean"].get<double>() > json["latency"]["min"].get<double>());
  CHECK(json["status"] == "stable");
}

TEST_CASE("a trace of packets arrives as it says") {
  const InputFiles files;
  files.write("n.yaml",
              "interconnect: {columns: 4, rows: 1, router: pipelined, virtual_channels: 2}\n"
              "traffic: {pattern: trace, packets: [[1, 0, 3, 5], [100, 2, 1, 1]]}\n");
  ProgramRun run(files, {"network", "n.yaml"});
  REQUIRE(run.finish() == 0);
  const auto json = nlohmann::json::parse(run.out());
  CHECK(json["packets"] == 2);
  CHECK(json["latency"]["max"] == 6 + 4 * 3 + 4);
  CHECK(json["latency"]["min"] == 6 + 4 * 1);
  CHECK(json["flit_hops"] == 5 * 4 + 1 * 2);
}

TEST_CASE("a flit's energy is that of its routers and links") {
  const InputFiles files;
  // Figures at the node that is asked for are not scaled: 1 pJ for a byte through a router whatever its size, and for a
  // bit over 1 mm, of which half lead to the first router and from the last.
  const std::string figure = ", unit: U, source: me, node_nm: 22, range: [0.5, 2]}, ";
  std::string cost = "node_nm: 22\nfigures: {";
  for (const auto& [name, value, unit] : {std::tuple("router_energy", "1", "pJ/byte"),
                                          {"router_place_share", "0", "ratio"},
                                          {"router_port_share", "0", "ratio"},
                                          {"wire_energy", "1", "pJ/bit/mm"},
                                          {"wire_activity", "1", "ratio"},
                                          {"tile_side", "2", "mm"}}) {
    cost += std::string(name) + ": {value: " + value + figure;
    cost.replace(cost.rfind("unit: U"), 7, "unit: " + std::string(unit));
  }
  cost.replace(cost.size() - 2, 2, "}\n");
  files.write("mine.yaml", cost);
  files.write("n.yaml",
              "interconnect: {columns: 4, rows: 1, flit_bytes: 4}\ncost: mine.yaml\n"
              "traffic: {pattern: trace, packets: [[1, 0, 3, 5], [100, 2, 1, 5]]}\n");
  ProgramRun run(files, {"network", "n.yaml", "--out", "out"});
  REQUIRE(run.finish() == 0);
  INFO(run.err());
  const auto energy = nlohmann::json::parse(run.out())["energy_per_flit"];
  const double routers = 4.0 * (4 + 2) / 2;
  const double wires = 8 * 4.0 * 2 * ((3 + 1) + (1 + 1)) / 2.0;
  CHECK(energy["pj"].get<double>() == Catch::Approx(routers + wires));
  CHECK(energy["low"].get<double>() == Catch::Approx(routers / 2 + wires / 8));  // energy, activity and length
  CHECK(energy["high"].get<double>() == Catch::Approx(routers * 2 + wires * 8));
  // What the run leaves needs the file no more.
  std::filesystem::remove(files.path("mine.yaml"));
  ProgramRun again(files, {"network", "out/experiment.yaml"});
  REQUIRE(again.finish() == 0);
  CHECK(nlohmann::json::parse(again.out())["energy_per_flit"] == energy);
}

TEST_CASE("a load that two of three runs find stable has the figures of the first of them", "[figures]") {
  // The first run of this one is not: few packets of a few nodes, some of which take hundreds of cycles.
  const InputFiles files;
  files.write(
      "n.yaml",
      "interconnect: {topology: mesh3d, columns: 2, rows: 2, layers: 2, vertical_link_bytes: 5, flit_bytes: 16,\n"
      "  virtual_channels: 4, buffer_flits: 2, arbitration: age,\n"
      "  links: [{between: [0, 1], cycles: 2, bytes: 1}, {between: [0, 4], cycles: 200, bytes: 3}]}\n"
      "measured_cycles: 3000\n"
      "traffic: {packets_per_cycle: 0.005, urgent: {share: 0.3, flits: 1}, reply: {flits: 2, cycles: 3}}\n");
  ProgramRun run(files, {"network", "n.yaml", "--out", "out", "--packets"});
  REQUIRE(run.finish() == 0);
  const auto json = nlohmann::json::parse(run.out());
  INFO(json.dump(2));
  REQUIRE(json["runs"] == nlohmann::json({{"stable", 2}, {"unstable", 1}}));
  CHECK(json["status"] == "stable");
  CHECK(json["packets"] > 100);
  CHECK_FALSE(json["latency"]["mean"].is_null());
  ProgramRun check(files, {"check", "out"});
  CHECK(check.finish() == 0);
}

TEST_CASE("what is wrong with a network experiment is said with its place") {
  const std::string net = "interconnect: {columns: 4, rows: 2}\n";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {net, "n.yaml:1:1: error: a network experiment needs the key `traffic` (a map)"},
      {net + "traffic: {pattern: uniform}\n",
       "n.yaml:2:10: error: traffic.packets_per_cycle is missing (packets per cycle and node, or a list of such)"},
      {net + "traffic: {packets_per_cycle: 1.5}\n",
       "n.yaml:2:30: error: traffic.packets_per_cycle must be a decimal number from 0.000001 to 1 with at most 6 "
       "fraction digits, not '1.5'"},
      {net + "traffic: {pattern: transpose, packets_per_cycle: 0.1}\n",
       "n.yaml:2:20: error: traffic.pattern transpose needs as many columns as rows, and there are 4 and 2"},
      {net + "traffic: {pattern: hotspot, packets_per_cycle: 0.1}\n",
       "n.yaml:2:10: error: traffic.hotspot must be a map of `node` and `fraction`, or a list of such, with the "
       "pattern hotspot"},
      {net + "traffic: {pattern: trace, packets: [[5, 0, 1, 1], [4, 0, 1, 1]]}\n",
       "n.yaml:2:52: error: traffic.packets[1]: packets of one node must be in order of their cycles, and the one "
       "before is of cycle 5"},
      {"interconnect: {router_cycles: 2, router: pipelined}\ntraffic: {packets_per_cycle: 0.1}\n",
       "n.yaml:1:31: error: interconnect.router_cycles is of the router low_latency, and the router here is "
       "pipelined"},
      {"interconnect: {header_bytes: 2}\ntraffic: {packets_per_cycle: 0.1}\n",
       "n.yaml:1:16: error: unknown key 'interconnect.header_bytes'"},
      {"interconnect: {columns: 1, rows: 1}\ntraffic: {packets_per_cycle: 0.1}\n",
       "n.yaml:1:15: error: a network needs at least 2 nodes (here there is 1)"},
      {"interconnect: {topology: concentrated_mesh, columns: 64, rows: 64, concentration: 2}\n"
       "traffic: {packets_per_cycle: 0.1}\n",
       "n.yaml:1:15: error: a network has at most 4096 nodes (here there are 8192)"},
      {"interconnect: {topology: torus, virtual_channels: 1}\ntraffic: {packets_per_cycle: 0.1}\n",
       "n.yaml:1:51: error: interconnect.virtual_channels is 1 and must be 2 at least with the topology torus, whose "
       "routes need 2 classes of them"},
      {"nodes: 65\ninterconnect: {topology: crossbar}\ntraffic: {packets_per_cycle: 0.1}\n",
       "n.yaml:2:26: error: router 0 has 65 ports; a router has at most 64 (fewer nodes on a router)"},
      {"interconnect: {topology: ring, columns: 4}\ntraffic: {packets_per_cycle: 0.1}\n",
       "n.yaml:1:41: error: interconnect.columns is of the topologies concentrated_mesh, flattened_butterfly, mesh, "
       "mesh3d and torus, and the "
       "topology here is ring"},
  };
  for (const auto& [text, message] : wrong) {
    const std::string found = first_error(text);
    CHECK(found.substr(0, message.size()) == message);
  }
}

}  // namespace gantry::network_test
