// SPDX-License-Identifier: Apache-2.0
// What `gantry network` says a network can carry: bounds of what all sources can have and of what arrives in all, and
// verdicts and saturations that more than one run's traffic has been asked for.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "catch.h"
#include "experiment_text.h"
#include "input_files.h"
#include "network/aggregate_bound.h"
#include "network/load_run.h"
#include "network/network_bench.h"
#include "network/saturation_search.h"
#include "program_run.h"

namespace gantry::stability_test {

namespace {

NetworkExperiment network(const std::string& interconnect, const std::string& traffic) {
  return experiment_of(nodes_key(interconnect, 8) + "measured_cycles: 4000\ninterconnect: {" + interconnect +
                       "}\ntraffic: {" + traffic + "}\n");
}

const std::string kMesh8 = "topology: mesh, columns: 8, rows: 8, virtual_channels: 4";
const std::string kMesh4 = "topology: mesh, columns: 4, rows: 4";

}  // namespace

TEST_CASE("what arrives in all is bounded by hand-counted links") {
  // Row y of an 8x8 mesh under transpose: all packets from the left of column y share the link into it, as do those
  // from its right, and the node of the diagonal sends to itself. 7 + 7 links and 8 nodes that carry a flit a cycle.
  CHECK(aggregate_bound(network(kMesh8, "pattern: transpose, packets_per_cycle: 0.1")).value() ==
        Catch::Approx(22.0 / 64));
  // Every node takes what it gets.
  CHECK(aggregate_bound(network("topology: crossbar", "packets_per_cycle: 0.1")).value() == Catch::Approx(1.0));
  // One node takes everything.
  CHECK(aggregate_bound(
            network("topology: crossbar", "pattern: hotspot, hotspot: {node: 3, fraction: 1}, packets_per_cycle: 0.1"))
            .value() == Catch::Approx(1.0 / 8));
  // Half of all packets cross the middle of a row of 8 from either side, so the halves send 2 flits a cycle each at
  // most; the outer links leave room for that.
  CHECK(aggregate_bound(network("topology: mesh, columns: 8, rows: 1", "packets_per_cycle: 0.1")).value() ==
        Catch::Approx(4.0 / 8));
  CHECK_FALSE(aggregate_bound(network("topology: mesh, columns: 20, rows: 20", "packets_per_cycle: 0.1")));
}

TEST_CASE("nothing that arrives beyond saturation is more than the bound in all", "[figures]") {
  for (const char* pattern : {"uniform", "transpose", "tornado", "bit_complement", "neighbor"}) {
    for (const char* router : {"", ", router: pipelined", ", arbitration: age"}) {
      INFO(pattern << router);
      const NetworkExperiment experiment =
          network(kMesh4 + router, std::string("packet_flits: 3, packets_per_cycle: 0.33, pattern: ") + pattern);
      const double bound = aggregate_bound(experiment).value();
      CHECK(bound >= network_bounds(experiment)->throughput * (1 - 1e-9));
      NetworkBench bench(experiment, 333333);
      const Cycle cycles = 20000;
      bench.run_to(cycles);
      const std::uint64_t begun = bench.net().stats().flits;
      bench.run_to(2 * cycles);
      const auto arrived = static_cast<double>(bench.net().stats().flits - begun);
      CHECK(arrived / static_cast<double>(cycles) / 16 <= bound * 1.01);
    }
  }
}

TEST_CASE("a load above the bound is never stable, however little it is above and however briefly one looks",
          "[figures]") {
  // The bound is 1/7. A flit in a thousand cycles more than a link carries needs longer than that to show.
  const std::string transpose = "pattern: transpose, packet_flits: 1, packets_per_cycle: ";
  const NetworkExperiment above = network(kMesh8, transpose + "0.142858");
  const NetworkBounds bounds = network_bounds(above).value();
  const NetworkPoint point = run_load(above, above.traffic.rates.front(), bounds).value();
  CHECK_FALSE(point.stable);
  CHECK(std::string(point.reason) == "more than the bound");
  CHECK(point.unstable_runs == 1);
  CHECK(point.accepted > 0.1);
  CHECK_FALSE(point.has_latency());
  // A pattern that fills its links without a gap may have all of the bound.
  const NetworkExperiment full = network(kMesh8, "pattern: neighbor, packet_flits: 1, packets_per_cycle: 1");
  CHECK(run_load(full, kMillion, network_bounds(full).value())->stable);
}

TEST_CASE("a load close to saturation is put to the vote, and one far from it is not", "[figures]") {
  const std::string traffic = "packet_flits: 5, packets_per_cycle: ";
  const NetworkExperiment low = network(kMesh4, traffic + "0.04");
  const NetworkPoint clear = run_load(low, low.traffic.rates.front(), network_bounds(low).value()).value();
  CHECK(clear.stable);
  CHECK(clear.stable_runs == 1);
  CHECK(clear.unstable_runs == 0);
  NetworkExperiment high = network(kMesh4, traffic + "0.19");
  const NetworkBounds bounds = network_bounds(high).value();
  for (const std::uint32_t runs : {1U, 3U, 5U}) {
    high.runs = runs;
    const NetworkPoint doubtful = run_load(high, high.traffic.rates.front(), bounds).value();
    CHECK_FALSE(doubtful.stable);
    CHECK(doubtful.unstable_runs == (runs + 1) / 2);
    CHECK(doubtful.stable_runs == 0);
  }
}

TEST_CASE("the traffic of a run is that of no other one") {
  const NetworkExperiment experiment = network(kMesh4, "packet_flits: 5, packets_per_cycle: 0.02");
  std::set<double> means;
  for (std::uint32_t run = 0; run < 4; ++run) {
    const auto point = run_load_once(experiment, 20000, run, network_bounds(experiment).value());
    means.insert(point->latency.mean);
    CHECK(run_load_once(experiment, 20000, run, network_bounds(experiment).value())->latency.mean ==
          point->latency.mean);
  }
  CHECK(means.size() == 4);
}

TEST_CASE("a saturation comes from as many searches as there are runs, with an interval", "[figures]") {
  NetworkExperiment experiment = network(kMesh4, "packet_flits: 5, packets_per_cycle: 0.02");
  const NetworkBounds bounds = network_bounds(experiment).value();
  experiment.runs = 5;
  const NetworkSaturation found = find_saturation(experiment, bounds);
  REQUIRE(found.complete);
  REQUIRE(found.runs.size() == 5);
  std::vector<std::uint64_t> stable;
  double mean = 0.0;
  for (const SaturationRun& run : found.runs) {
    stable.push_back(run.stable_rate);
    mean += static_cast<double>(run.stable_rate + run.unstable_rate) / 2 / kMillion;
    CHECK(run.stable_rate < run.unstable_rate);
    CHECK(run.unstable_rate - run.stable_rate <= run.unstable_rate / 100 + 1);
  }
  std::sort(stable.begin(), stable.end());
  CHECK(found.stable_rate() == stable[2]);
  const SaturationInterval interval = saturation_interval(found, experiment.traffic, bounds).value();
  CHECK(interval.low < mean);
  CHECK(mean < interval.high);
  CHECK(interval.high - interval.low < 0.2 * mean);
  // The first search is that of one run alone.
  experiment.runs = 1;
  const NetworkSaturation one = find_saturation(experiment, bounds);
  CHECK(one.stable_rate() == found.runs.front().stable_rate);
  CHECK_FALSE(saturation_interval(one, experiment.traffic, bounds));
}

TEST_CASE("runs, sources and searches stand in the answer") {
  const InputFiles files;
  files.write("n.yaml",
              "interconnect: {topology: ring, virtual_channels: 2}\nnodes: 12\nmeasured_cycles: 3000\n"
              "saturation: true\ntraffic: {packet_flits: 5, packets_per_cycle: 0.2}\n");
  ProgramRun run(files, {"network", "n.yaml"});
  REQUIRE(run.finish() == 0);
  const auto json = nlohmann::json::parse(run.out());
  CHECK(json["status"] == "unstable");
  CHECK(json["reason"] == "more than the bound");
  CHECK(json["runs"] == nlohmann::json::parse(R"({"stable": 0, "unstable": 1})"));
  CHECK(json["sent_least"].get<double>() < json["sent_most"].get<double>());
  CHECK(json["sends_least"].get<int>() < 12);
  CHECK(json["bounds"]["accepted_in_all"].get<double>() >= json["bounds"]["accepted"].get<double>());
  const auto& saturation = json["saturation"];
  CHECK(saturation["searches"].size() == 3);
  CHECK(saturation["interval"]["low"].get<double>() <= saturation["interval"]["high"].get<double>());
  CHECK(saturation["tried"].back()["search"] == 3);
  CHECK(saturation["runs"]["stable"] == 1);
  ProgramRun again(files, {"network", "n.yaml"});
  REQUIRE(again.finish() == 0);
  CHECK(again.out() == run.out());
}

}  // namespace gantry::stability_test
