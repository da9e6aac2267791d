// SPDX-License-Identifier: Apache-2.0
// Requests that several instances serve, on the machine of scenario.h with one processor. A task of one job that is
// submitted in cycle S and computes C cycles arrives at p0 in S + 91, completes in S + 91 + C + 6, and the host has
// taken its interrupt in S + 104 + C. That is when the instance is over, and the next one arrives in the same cycle.
#include <map>
#include <string>
#include <vector>

#include "behaviour/scenario.h"
#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/request_source.h"
#include "input_files.h"

namespace gantry::closed_loop_test {

namespace {

std::vector<GraphStream> streams_of(const std::string& text, const std::string& trace = "") {
  const InputFiles files;
  if (!trace.empty()) files.write("r.csv", trace);
  Diagnostics diagnostics;
  auto experiment = read_experiment("architecture: {processors: [{count: 1}]}\nworkload:\n  streams:\n" + text,
                                    files.path("e.yaml"), {}, diagnostics);
  for (const std::string& line : diagnostics.lines()) FAIL_CHECK(line);
  REQUIRE((experiment && diagnostics.ok()));
  return experiment->streams;
}

struct LoopRun final : RecordSink, RequestSink {
  std::map<std::uint64_t, TaskRecord> tasks;
  std::vector<RequestRecord> requests;

  void task_done(const TaskRecord& task) override { tasks[task.number] = task; }
  void job_done(const JobRecord& /*job*/) override {}
  void request_done(const RequestRecord& request) override { requests.push_back(request); }

  [[nodiscard]] Cycles submitted() const {
    Cycles cycles;
    for (const auto& [number, task] : tasks) cycles.push_back(task.submitted);
    return cycles;
  }
  [[nodiscard]] std::string order() const {
    std::string streams;
    for (const auto& [number, task] : tasks) streams += std::to_string(task.stream);
    return streams;
  }
};

/// In fixed and in random evaluation order, which must not matter.
LoopRun run_loop(const std::vector<GraphStream>& streams, std::uint32_t processors = 1) {
  LoopRun first;
  for (const std::uint64_t shuffle : {0U, 1U, 2U}) {
    LoopRun ran;
    const Scenario scenario = tiny(processors);
    RequestSource source(streams, scenario.architecture, 1, &ran);
    Machine machine(scenario.architecture, scenario.policies, source, ran);
    Cycle now = 0;
    REQUIRE(run_cycles(machine, {}, {true, shuffle}, now) == RunEnd::complete);
    machine.verify_empty();
    CHECK(source.total() == ran.tasks.size());
    if (shuffle == 0) {
      first = ran;
    } else {
      CHECK(ran.submitted() == first.submitted());
      CHECK(ran.order() == first.order());
    }
  }
  return first;
}

/// arrival, first token, last token, done, tokens
Cycles life(const RequestRecord& r) { return {r.arrival, r.first_token, r.last_token, r.done, r.tokens}; }

}  // namespace

TEST_CASE("a step arrives when the host has taken the interrupt of the one before") {
  const LoopRun run =
      run_loop(streams_of("    - {name: prefill, count: 1, arrivals: {process: periodic, interval_cycles: 1},\n"
                          "       workload: {tasks: [{id: a, cycles: 100}]}}\n"
                          "    - {name: decode, after: {stream: prefill}, repeat: 3,\n"
                          "       workload: {tasks: [{id: b, cycles: 50 + 10 * step}]}}\n"));
  // 0 + 104 + 100, then 104 + 50, 104 + 60, 104 + 70.
  CHECK(run.submitted() == Cycles{0, 204, 358, 522});
  REQUIRE(run.requests.size() == 1);
  CHECK(life(run.requests[0]) == Cycles{0, 358, 696, 696, 3});
}

TEST_CASE("a prefill with a token makes the first one") {
  const LoopRun run = run_loop(
      streams_of("    - {name: prefill, count: 2, tokens: 1, workload: {tasks: [{id: a, cycles: 100}]},\n"
                 "       arrivals: {process: trace, path: r.csv, sizes: {output: n}, mapping: {time_unit: cycles}}}\n"
                 "    - {name: decode, after: {stream: prefill}, repeat: output - 1,\n"
                 "       workload: {tasks: [{id: b, cycles: 50}]}}\n",
                 "time,n\n0,2\n5000,1\n"));
  CHECK(run.submitted() == Cycles{0, 204, 5000});
  REQUIRE(run.requests.size() == 2);
  CHECK(life(run.requests[0]) == Cycles{0, 204, 358, 358, 2});
  // Without a step the request is over with its prefill.
  CHECK(life(run.requests[1]) == Cycles{5000, 5204, 5204, 5204, 1});
}

TEST_CASE("an instance is over with the interrupt of its last task") {
  const LoopRun run = run_loop(
      streams_of("    - {name: a, count: 1, arrivals: {process: periodic, interval_cycles: 1},\n"
                 "       workload: {tasks: [{id: long, cycles: 3000}, {id: short, class: cluster, cycles: 10}]}}\n"
                 "    - {name: b, after: {stream: a}, workload: {tasks: [{id: b, class: cluster, cycles: 1}]}}\n"),
      2);
  // `long` on p0: 104 + 3000; `short` is done long before.
  CHECK(run.tasks.at(1).completed < 1000);
  CHECK(run.submitted() == Cycles{0, 1, 3104});
}

TEST_CASE("a request joins at the next step, and leaves when its last token is made") {
  const LoopRun run = run_loop(
      streams_of("    - {name: decode, count: 3, repeat: n, merge: {up_to: 2},\n"
                 "       workload: {tasks: [{id: a, cycles: 100 * batch}]},\n"
                 "       arrivals: {process: trace, path: r.csv, sizes: {n: n}, mapping: {time_unit: cycles}}}\n",
                 "time,n\n0,3\n10,1\n20,2\n"));
  // Step 0 serves A alone: 0 + 104 + 100. Step 1 serves A and B, since C is third: 204 + 104 + 200. B leaves, and step
  // 2 serves A and C: 508 + 304. A leaves, and step 3 serves C: 812 + 204.
  CHECK(run.submitted() == Cycles{0, 204, 508, 812});
  REQUIRE(run.requests.size() == 3);
  CHECK(life(run.requests[0]) == Cycles{10, 508, 508, 508, 1});
  CHECK(life(run.requests[1]) == Cycles{0, 204, 812, 812, 3});
  CHECK(life(run.requests[2]) == Cycles{20, 812, 1016, 1016, 2});
  CHECK(run.requests[1].first_instance == 0);
  CHECK(run.requests[1].last_instance == 2);
  CHECK(run.requests[2].first_instance == 2);
  CHECK(run.requests[2].last_instance == 3);
}

TEST_CASE("a merged stream without a request takes all that arrive in the same cycle") {
  const LoopRun run =
      run_loop(streams_of("    - {name: decode, count: 4, repeat: 1, merge: {up_to: 8},\n"
                          "       workload: {tasks: [{id: a, cycles: 100 * batch + step}]},\n"
                          "       arrivals: {process: bursts, burst_tasks: 3, burst_interval_cycles: 1000}}\n"));
  CHECK(run.submitted() == Cycles{0, 1000});
  CHECK(run.requests[2].done == 404);
  CHECK(run.requests[3].done == 1204);
}

TEST_CASE("an instance that arrives earlier is submitted before one that the host waits for") {
  const auto run_with = [](const std::string& offset, bool before) {
    const std::string open =
        "    - {name: open, count: 1, workload: {tasks: [{id: o, cycles: 1}]},\n"
        "       arrivals: {process: periodic, interval_cycles: 1, offset_cycles: " +
        offset + "}}\n";
    const std::string loop =
        "    - {name: loop, count: 1, repeat: 2, workload: {tasks: [{id: a, cycles: 100}]},\n"
        "       arrivals: {process: periodic, interval_cycles: 1}}\n";
    return run_loop(streams_of(before ? open + loop : loop + open));
  };
  // The second step arrives in cycle 204.
  CHECK(run_with("1000", true).submitted() == Cycles{0, 204, 1000});
  CHECK(run_with("1000", true).order() == "110");
  CHECK(run_with("203", false).order() == "010");
  CHECK(run_with("203", false).submitted() == Cycles{0, 203, 204});
  // Of one cycle the stream that stands first in the file is first.
  CHECK(run_with("204", true).order() == "101");
  CHECK(run_with("204", false).order() == "001");
  CHECK(run_with("204", false).submitted() == Cycles{0, 204, 205});
}

}  // namespace gantry::closed_loop_test
