// SPDX-License-Identifier: Apache-2.0
// Synthetic traffic on the interconnect of a machine: what it costs the machine, and that it changes nothing else.
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/processors_config.h"
#include "input_files.h"
#include "program_run.h"
#include "recorded_run.h"

namespace gantry::background_test {

namespace {

/// Host, memory, scheduler and a processor in a row, in this order. One virtual channel carries all requests, the other
/// all responses.
const std::string kRow =
    "architecture:\n"
    "  interconnect: {columns: 4, rows: 1}\n"
    "  processors: [{count: 1}]\n";

Experiment experiment_of(const std::string& text) {
  Diagnostics diagnostics;
  const auto experiment = read_experiment(text, "test.yaml", {}, diagnostics);
  for (const std::string& line : diagnostics.lines()) UNSCOPED_INFO(line);
  REQUIRE(experiment);
  return *experiment;
}

RecordedRun run(const Experiment& experiment, std::uint64_t shuffle_seed = 0) {
  CycleKernelOptions options;
  options.verify = true;
  options.shuffle_seed = shuffle_seed;
  return record_run(experiment, options);
}

std::string first_error(const std::string& text) {
  Diagnostics diagnostics;
  CHECK_FALSE(read_experiment(text, "e.yaml", {}, diagnostics));
  REQUIRE_FALSE(diagnostics.ok());
  return diagnostics.lines().front();
}

}  // namespace

TEST_CASE("a packet beside an idle machine takes the cycles of a lone packet") {
  const RecordedRun r =
      run(experiment_of(kRow + "workload: {tasks: [{id: late, submit: 1000}]}\n"
                               "background: {pattern: trace, packets: [[10, 0, 3, 6], [20, 2, 2, 1]]}\n"));
  REQUIRE(r.end == RunEnd::complete);
  REQUIRE(r.stats.background);
  CHECK(r.stats.background->packets == 2);
  CHECK(r.stats.background->flits == 7);
  CHECK(r.stats.background->in_flight == 0);
  // (H + 1)(l + r) + l + F - 1 from its first flit on, which leaves in the cycle of its creation (docs/timing.md).
  CHECK(r.stats.background->latency.max == 4 * 2 + 1 + 6 - 1);
  CHECK(r.stats.background->latency.p50 == 1 * 2 + 1 + 1 - 1);
}

TEST_CASE("a task waits for the packet that holds its virtual channel, and for nothing else") {
  const std::string task = "workload: {tasks: [{id: a, submit: 3}]}\n";
  const RecordedRun alone = run(experiment_of(kRow + task));
  // The packet's head leaves router 0 in cycle 1 + l + r = 3, its tail 19 cycles later. The head of the descriptor,
  // which the host hands over in cycle 3, would have left in 3 + 1 + l + r = 6; it can leave behind the tail, in 23.
  const RecordedRun behind =
      run(experiment_of(kRow + task + "background: {pattern: trace, packets: [[1, 0, 3, 20]]}\n"));
  const Cycle wait = 23 - 6;
  const TaskRecord& a = alone.records.tasks.at(0);
  const TaskRecord& b = behind.records.tasks.at(0);
  CHECK(b.submitted == a.submitted);
  CHECK(b.cached == a.cached + wait);
  CHECK(b.first_issue == a.first_issue + wait);
  CHECK(b.completed == a.completed + wait);
  CHECK(behind.stats.cycles == alone.stats.cycles + wait);
}

TEST_CASE("every second packet of a node is a response") {
  const InputFiles files;
  files.write("e.yaml", kRow +
                            "workload: {tasks: [{id: late, submit: 200}]}\n"
                            "background: {pattern: trace, packets: [[5, 0, 3, 2], [9, 0, 1, 2], [11, 0, 2, 3]]}\n"
                            "output: {packets: true}\n");
  ProgramRun program(files, {"run", "e.yaml", "--out", "out"});
  REQUIRE(program.finish() == 0);
  const std::string packets = file_text(files.path("out/packets.csv"));
  INFO(packets);
  CHECK(packets.find("\nsynthetic_response,background0,background1,2,1,9,9,15,,\n"
                     "synthetic,background0,background3,2,3,5,5,15,,\n"
                     "synthetic,background0,background2,3,2,11,11,20,,\n") != std::string::npos);
}

TEST_CASE("both kernels write the same, and the check accepts it") {
  const InputFiles files;
  files.write("e.yaml",
              "architecture:\n"
              "  interconnect: {columns: 4, rows: 3, virtual_channels: 4}\n"
              "  processors: [{count: 8}]\n"
              "workload:\n"
              "  tasks:\n"
              "    - {id: a, jobs: 16, cycles: 50, input_bytes: 300}\n"
              "    - {id: b, jobs: 8, cycles: 20, output_bytes: 100, after: [a]}\n"
              "background: {pattern: transpose, packet_flits: 5, packets_per_cycle: 0.03}\n"
              "output: {packets: true}\n");
  Diagnostics diagnostics;
  CHECK(first_error(file_text(files.path("e.yaml"))) ==
        "e.yaml:8:23: error: background.pattern transpose needs as many columns as rows, and there are 4 and 3");
  for (const std::string kernel : {"systemc", "cycle"}) {
    ProgramRun program(files,
                       {"run", "e.yaml", "--set", "background.pattern=tornado", "--kernel", kernel, "--out", kernel});
    CHECK(program.finish() == 0);
    CHECK(program.out().find("\n  synthetic ") != std::string::npos);
    ProgramRun check(files, {"check", kernel});
    CHECK(check.finish() == 0);
  }
  // The check sees a packet of the background that the summary does not know of.
  std::string summary = file_text(files.path("cycle/summary.json"));
  const std::size_t at = summary.rfind("\"packets\": ", summary.find("\"in_flight\"")) + 11;
  files.write("cycle/summary.json", summary.replace(at, 1, "9"));
  ProgramRun check(files, {"check", "cycle"});
  CHECK(check.finish() == 1);
  CHECK(check.err().find("packets.csv:1:1: error: packets of the background are ") != std::string::npos);
  for (const char* file : {"tasks.csv", "jobs.csv", "links.csv", "packets.csv", "trace.json", "network.svg"}) {
    INFO(file);
    const std::string text = file_text(files.path(std::string("systemc/") + file));
    CHECK(text.size() > 100);
    CHECK(first_difference(text, file_text(files.path(std::string("cycle/") + file))).empty());
  }
}

TEST_CASE("a machine that waits for ever beside traffic without end is a deadlock") {
  // The reader refuses such a gang before cycle 0; a machine built by hand has to notice it itself: one that tries
  // again and again, and one whose head waits for a task behind it in the same ring. A load that the network carries,
  // one that it does not, whose sources are never at rest, one that hardly is one, and a packet that would be far away.
  const std::string background =
      GENERATE("{packet_flits: 5, packets_per_cycle: 0.01}", "{packets_per_cycle: 1}", "{packets_per_cycle: 0.000001}",
               "{pattern: trace, packets: [[9, 0, 3, 5], [281474976710656, 0, 3, 1]]}");
  const std::string workload =
      GENERATE("{tasks: [{id: a, jobs: 2}]}", "{tasks: [{id: b, after: [a], submit: 5}, {id: a, submit: 9}]}");
  INFO(background << "\n" << workload);
  Experiment e = experiment_of(kRow + "limits: {max_cycles: 1000000}\nworkload: " + workload + "\n");
  e.architecture.processors->at(0).queue_depth = 1;
  e.architecture.host->ring_entries = 1;
  const RecordedRun alone = run(e);
  REQUIRE(alone.end == RunEnd::deadlock);
  e.background = experiment_of(kRow + "workload: {tasks: [{id: a}]}\nbackground: " + background + "\n").background;
  const RecordedRun r = run(e);
  CHECK(r.end == RunEnd::deadlock);
  // What the machine waits for takes longer beside other packets, and those in the interconnect are delivered.
  CHECK(r.stats.cycles <= 3 * alone.stats.cycles + SyntheticTraffic::kRecheckCycles + 2000);
  CHECK(r.stats.background->in_flight == 0);
  for (const std::uint64_t seed : {1U, 2U}) CHECK(first_difference(r.bytes(), run(e, seed).bytes()).empty());
}

TEST_CASE("what is wrong with a background is found before cycle 0") {
  const std::string rest = kRow + "workload: {tasks: [{id: a}]}\nbackground: ";
  CHECK(first_error(rest + "5\n") == "e.yaml:5:13: error: background must be a map of keys, not '5'");
  CHECK(first_error(rest + "{}\n") ==
        "e.yaml:5:13: error: background.packets_per_cycle is missing (packets per cycle and node)");
  CHECK(first_error(rest + "{packets_per_cycle: [0.1, 0.2]}\n").find("must be a decimal number") != std::string::npos);
  CHECK(first_error(rest + "{packets_per_cycle: 0.1, pattern: hotspot, hotspot: {node: 4, fraction: 1}}\n") ==
        "e.yaml:5:72: error: background.hotspot.node must be 0 to 3, not 4");
  CHECK(first_error(rest + "{packets_per_cycle: 0.1, burst: 3}\n").rfind("e.yaml:5:38: error: unknown key", 0) == 0);
  const std::string wide =
      "architecture:\n  interconnect: {columns: 4, rows: 1, flit_bytes: 4, header_bytes: 10}\n"
      "  processors: [{count: 1}]\nworkload: {tasks: [{id: a}]}\n";
  CHECK(first_error(wide + "background: {packets_per_cycle: 0.1, packet_flits: 2}\n") ==
        "e.yaml:5:52: error: background.packet_flits must be 3 to 65536, not 2");
  const std::string crossbar =
      "architecture: {interconnect: {topology: crossbar}, processors: [{count: 32}]}\n"
      "workload: {tasks: [{id: a}]}\n";
  CHECK(first_error(crossbar + "background: {packets_per_cycle: 0.1}\n") ==
        "e.yaml:3:13: error: router 0 has 71 ports; a router has at most 64 (with a terminal for the background at "
        "every node)");
}

}  // namespace gantry::background_test
