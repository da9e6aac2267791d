// SPDX-License-Identifier: Apache-2.0
// Streams of graphs: arrivals, what is reported of each tenant, and what theory says of it.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "csv_table.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/task_source.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"
#include "input_files.h"
#include "output/percentiles.h"
#include "output/tenant_statistics.h"
#include "program_run.h"
#include "run/tenants.h"

namespace gantry::streams_test {

namespace {

const std::string kArchitectures = std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/architectures/";
/// One memory controller, so that all instances have the same way to it.
const std::string kMesh =
    "architecture: {interconnect: {columns: 5, rows: 4}, processors: [{type: core, count: 16}]}\n";

/// Two tasks in a row: load reads, add computes.
const std::string kPair = "{tasks: [{id: load, cycles: 100}, {id: add, cycles: 500, jobs: 4, after: [load]}]}";

Experiment load(const std::string& text, const std::vector<std::string>& sets = {}) {
  const InputFiles files;
  Diagnostics diagnostics;
  std::optional<Experiment> experiment = load_experiment(files.write("e.yaml", text), sets, diagnostics);
  if (experiment) check_feasible(*experiment, diagnostics);
  for (const std::string& line : diagnostics.lines()) FAIL_CHECK(line);
  REQUIRE((experiment && diagnostics.ok()));
  return *experiment;
}

std::uint64_t number_at(const CsvTable& table, std::size_t row, const std::string& column) {
  return std::stoull(table.at(row, column));
}

TenantsStats simulate_streams(const Experiment& experiment) {
  const auto source = make_task_source(experiment);
  TenantStatistics statistics(tenants_of(experiment, {}));
  Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice}, *source, statistics);
  Cycle now = 0;
  REQUIRE(run_cycles(machine, {}, CycleKernelOptions(), now) == RunEnd::complete);
  return statistics.stats();
}

std::string one_stream(const std::string& arrivals, int count, const std::string& more = "") {
  return kMesh + "workload:\n  streams:\n    - {name: a, workload: " + kPair + ", arrivals: " + arrivals +
         ", count: " + std::to_string(count) + more + "}\n";
}

std::string refused(const std::string& text) {
  const InputFiles files;
  files.write("e.yaml", text);
  ProgramRun run(files, {"run", "e.yaml"});
  CHECK(run.finish() == 2);
  return run.err();
}

}  // namespace

TEST_CASE("an instance that meets no other takes as long as it does alone") {
  const TenantsStats stats = simulate_streams(load(one_stream("{process: periodic, interval_cycles: 100000}", 40)));
  const TenantStats& a = stats.tenants.at(0);
  REQUIRE(a.tenant.alone);
  CHECK(*a.tenant.alone > 600);  // both tasks, one after the other, and the scheduler's stations
  CHECK(a.done == 40);
  CHECK(a.max == *a.tenant.alone);
  CHECK(a.response.mean == static_cast<double>(*a.tenant.alone));
  CHECK(a.slowdown == 1.0);
  CHECK(a.stable == true);
  CHECK(a.processor_cycles == 40 * (100 + 4 * 500));
  CHECK(stats.fairness_of_share == 1.0);
}

TEST_CASE("a deadline is missed by who is later, and by how much") {
  const std::string apart = "{process: periodic, interval_cycles: 100000}";
  const Cycle alone = *simulate_streams(load(one_stream(apart, 1))).tenants.at(0).tenant.alone;
  const auto with = [&](Cycle deadline) {
    return simulate_streams(load(one_stream(apart, 7, ", deadline_cycles: " + std::to_string(deadline)))).tenants.at(0);
  };
  CHECK(with(alone).misses == 0);
  CHECK(with(alone - 3).misses == 7);
  CHECK(with(alone - 3).tardiness == 7 * 3);
  CHECK(with(alone - 3).most_tardy == 3);
}

TEST_CASE("a stream that brings more than the machine can do is unstable and gets no mean") {
  const InputFiles files;
  files.write("e.yaml", kMesh +
                            "workload:\n  streams:\n"
                            "    - {name: flood, workload: {tasks: [{id: a, cycles: 1000, jobs: 16}]}, arrivals: "
                            "{process: poisson, interval_cycles: 500}, count: 400}\n");
  ProgramRun run(files, {"run", "e.yaml", "--out", "o"});
  REQUIRE(run.finish() == 0);
  CHECK(run.out().find("unstable: grows") != std::string::npos);
  const std::string summary = file_text(files.path("o/summary.json"));
  CHECK(summary.find("\"stable\": false") != std::string::npos);
  CHECK(summary.find("\"mean\": null") != std::string::npos);
  CHECK(summary.find("\"slowdown\": null") != std::string::npos);
}

TEST_CASE("what is reported of a stream is what its rows say") {
  const InputFiles files;
  files.write("e.yaml",
              kMesh +
                  "workload:\n  streams:\n"
                  "    - {name: a, workload: " +
                  kPair +
                  ", arrivals: {process: periodic, interval_cycles: 700, offset_cycles: 50}, count: 90}\n"
                  "    - {name: b, workload: {generator: cholesky, tiles: 3}, arrivals: {process: bursts, "
                  "burst_tasks: 3, burst_interval_cycles: 20000, interval_cycles: 10}, count: 12, weight: 9}\n");
  ProgramRun run(files, {"run", "e.yaml", "--out", "o"});
  REQUIRE(run.finish() == 0);
  ProgramRun check(files, {"check", "o"});
  CHECK(check.finish() == 0);
  const CsvTable tasks(files.path("o/tasks.csv"));
  std::map<std::pair<std::string, std::uint64_t>, Cycle> ends;
  std::map<std::pair<std::string, std::uint64_t>, int> parts;
  for (std::size_t row = 0; row < tasks.rows(); ++row) {
    const auto instance = std::pair(tasks.at(row, "stream"), number_at(tasks, row, "instance"));
    ends[instance] = std::max(ends[instance], number_at(tasks, row, "completed"));
    ++parts[instance];
    if (instance.first == "1") CHECK(number_at(tasks, row, "weight") == 9);
    // Nobody is submitted before the instance has arrived.
    if (instance.first == "0") CHECK(number_at(tasks, row, "submitted") >= 50 + 700 * instance.second);
  }
  CHECK(ends.size() == 90 + 12);
  for (const auto& [instance, count] : parts) CHECK(count == (instance.first == "0" ? 2 : 10));
  Cycle longest = 0;
  for (std::uint64_t i = 0; i < 90; ++i) longest = std::max(longest, ends[{"0", i}] - (50 + 700 * i));
  CHECK(file_text(files.path("o/summary.json")).find("\"max\": " + std::to_string(longest)) != std::string::npos);
}

TEST_CASE("a run of streams describes itself, and the same seed gives the same bytes") {
  const InputFiles files;
  files.write("pair.yaml", "tasks:\n  - {id: load, cycles: 100}\n  - {id: add, cycles: 500, after: [load]}\n");
  files.write("e.yaml", kMesh +
                            "workload:\n  streams:\n"
                            "    - {name: a, workload: pair.yaml, arrivals: {process: poisson, interval_cycles: "
                            "900}, count: 50}\n"
                            "    - {name: b, workload: {path: pair.yaml, order: rank}, arrivals: {process: "
                            "periodic, interval_cycles: 900.5}, count: 50}\n");
  ProgramRun first(files, {"run", "e.yaml", "--out", "o"});
  REQUIRE(first.finish() == 0);
  ProgramRun again(files, {"run", "o/experiment.yaml", "--out", "again"});
  REQUIRE(again.finish() == 0);
  for (const char* file : {"tasks.csv", "jobs.csv"}) {
    INFO(file);
    CHECK(file_text(files.path(std::string("o/") + file)) == file_text(files.path(std::string("again/") + file)));
  }
  // Another file in the place of a stream's is noticed.
  files.write("pair.yaml", "tasks:\n  - {id: load, cycles: 101}\n");
  ProgramRun changed(files, {"run", "o/experiment.yaml", "--out", "changed"});
  CHECK(changed.finish() == 2);
  CHECK(changed.err().find("is not the file that workload.sha256 means") != std::string::npos);
}

TEST_CASE("a stream more changes the arrivals of none before it") {
  const std::string a =
      "    - {name: a, workload: " + kPair + ", arrivals: {process: poisson, interval_cycles: 5000}, count: 30}\n";
  const std::string b =
      "    - {name: b, workload: " + kPair + ", arrivals: {process: poisson, interval_cycles: 4000}, count: 30}\n";
  const auto arrivals = [&](const std::string& streams) {
    const Experiment experiment = load(kMesh + "workload:\n  streams:\n" + streams);
    const auto source = make_task_source(experiment);
    std::vector<Cycle> cycles;
    for (Task task; source->next(task);) {
      if (task.stream == 0 && task.place == 0) cycles.push_back(task.submit);
    }
    return cycles;
  };
  CHECK(arrivals(a).size() == 30);
  CHECK(arrivals(a) == arrivals(a + b));
}

TEST_CASE("percentiles are exact of a thousand values and within 1/64 of more") {
  Percentiles small;
  for (std::uint64_t v = 1; v <= 100; ++v) small.add(v);
  CHECK(small.percentile(50) == 50);
  CHECK(small.percentile(99) == 99);
  Percentiles few;
  for (std::uint64_t v = 1; v <= 1000; ++v) few.add(v * 977);
  CHECK(few.percentile(95) == 950 * 977);
  Percentiles large;
  for (std::uint64_t v = 1; v <= 100000; ++v) large.add(v * 977);
  for (const std::uint64_t percent : {50U, 95U, 99U}) {
    const double exact = static_cast<double>(percent) * 1000 * 977;
    CHECK(static_cast<double>(large.percentile(percent)) >= exact);
    CHECK(static_cast<double>(large.percentile(percent)) <= exact * (1.0 + 1.0 / 64));
  }
  CHECK(large.percentile(100) == 97700000);
}

TEST_CASE("Jain's index is 1 for equals and 1/n when one has it all") {
  CHECK(jain_index({3, 3, 3}) == 1.0);
  CHECK(jain_index({7, 0, 0, 0}) == 0.25);
}

TEST_CASE("Jain's index of quotients is the double nearest to it") {
  std::mt19937 random(5);
  for (int round = 0; round < 1000; ++round) {
    std::vector<Precise> values;
    Uint128 sum = 0;  // of the same values times 5040, which every weight divides
    Uint128 squares = 0;
    const std::size_t count = 1 + random() % 12;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t cycles = random() >> (random() % 32U);
      const std::uint64_t weight = 1 + random() % 10;
      values.push_back(static_cast<Precise>(cycles) / static_cast<Precise>(weight));
      const Uint128 scaled = Uint128{cycles} * (5040 / weight);
      sum += scaled;
      squares += scaled * scaled;
    }
    CHECK(jain_index(values) == (squares == 0 ? 1.0 : quotient(sum * sum, squares * count)));
  }
}

TEST_CASE("streams that cannot be are refused where they stand") {
  const std::string periodic = "{process: periodic, interval_cycles: 9}";
  CHECK(refused(kMesh + "workload: {streams: []}\n").find("e.yaml:2:21: error: workload.streams must be a list") !=
        std::string::npos);
  CHECK(refused(one_stream("{process: daily}", 1))
            .find("error: workload.streams[0].arrivals.process must be periodic, "
                  "poisson, bursts or trace, not 'daily'") != std::string::npos);
  CHECK(refused(one_stream("{interval_cycles: 9}", 1)).find("arrivals.process is missing") != std::string::npos);
  CHECK(refused(one_stream(periodic, 0)).find("workload.streams[0].count must be 1 to 1099511627776 or auto, not 0") !=
        std::string::npos);
  CHECK(refused(one_stream("{process: periodic, interval_cycles: 9, burst_tasks: 2}", 1))
            .find("unknown key 'workload.streams[0].arrivals.burst_tasks'") != std::string::npos);
  CHECK(refused(kMesh +
                "workload:\n  streams:\n    - {name: a, workload: {tasks: [{id: x, submit: 5}, {id: y, after: [x]}]}, "
                "arrivals: " +
                periodic + ", count: 2}\n")
            .find("e.yaml:4:56: error: task 'y' is submitted 0 cycles after its instance arrives, and its predecessor "
                  "'x' 5 (in a stream no task comes before its predecessors)") != std::string::npos);
  CHECK(refused(kMesh +
                "workload:\n  streams:\n    - {name: a, workload: {generator: poisson, tasks: 5, "
                "interval_cycles: 9, cycles: 1}, arrivals: " +
                periodic + ", count: 2}\n")
            .find("is a graph, not a stream of tasks") != std::string::npos);
}

TEST_CASE("tasks of many short jobs meet deadlines as preempted ones do", "[figures]") {
  // Periodic tasks {time, period} in ticks on one processor, with the period as deadline, as a preemptive simulation of
  // whole ticks has them (Liu and Layland 1973): under EDF no deadline is missed, with rate-monotonic priorities those
  // of the sets marked so. A task is split into 256 jobs, which are not preempted, so a deadline is met to within a
  // quarter of a tick here, and one that is missed there is missed by more than half of one.
  struct TaskSet {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> tasks;
    std::uint64_t hyperperiod;
    bool rate_monotonic_misses;
  };
  const std::vector<TaskSet> sets = {{{{2, 5}, {4, 7}}, 35, true},
                                     {{{1, 4}, {2, 6}, {3, 10}}, 60, false},
                                     {{{3, 6}, {4, 9}}, 18, true},
                                     {{{25, 50}, {30, 75}}, 150, true}};
  constexpr std::uint64_t kTick = 256 * 16000;
  for (const TaskSet& set : sets) {
    std::string streams;
    std::uint32_t weight = 200;
    for (const auto& [time, period] : set.tasks) {
      streams += "    - {name: t" + std::to_string(period) +
                 ", workload: {tasks: [{id: a, jobs: 256, cycles: " + std::to_string(time * kTick / 256) +
                 "}]}, arrivals: {process: periodic, interval_cycles: " + std::to_string(period * kTick) +
                 "}, weight: " + std::to_string(weight) + ", count: " + std::to_string(3 * set.hyperperiod / period) +
                 ", deadline_cycles: " + std::to_string(period * kTick) + "}\n";
      weight /= 8;
    }
    const auto latest = [&](const std::string& picker) {
      const TenantsStats stats =
          simulate_streams(load("architecture: " + kArchitectures + "one_queue.yaml\npolicies: {picker: " + picker +
                                "}\nworkload:\n  streams:\n" + streams));
      std::uint64_t most = 0;
      for (const TenantStats& tenant : stats.tenants) most = std::max(most, tenant.most_tardy);
      return static_cast<double>(most) / static_cast<double>(kTick);
    };
    INFO("period " << set.tasks[0].second);
    CHECK(latest("earliest_deadline") < 0.25);
    if (set.rate_monotonic_misses) {
      CHECK(latest("strict_priority") > 0.5);
    } else {
      CHECK(latest("strict_priority") < 0.25);
    }
  }
}

TEST_CASE("waits in one queue are the same for all streams, and Pollaczek's and Khinchine's", "[figures]") {
  // Services of 1 and 3 (10^8 cycles), served in order of arrival: W = sum(lambda s^2) / (2 (1 - rho)) for both.
  constexpr double kService = 1e8;
  double waits[2] = {0.0, 0.0};
  constexpr int kSeeds = 8;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const Experiment experiment = load(
        "architecture: " + kArchitectures + "one_queue.yaml\npolicies: {picker: fifo}\nseed: " + std::to_string(seed) +
        "\nworkload:\n  streams:\n"
        "    - {name: short, workload: {tasks: [{id: a, cycles: 100000000}]}, arrivals: {process: poisson, "
        "interval_cycles: 250000000}, count: 20000}\n"
        "    - {name: long, workload: {tasks: [{id: a, cycles: 300000000}]}, arrivals: {process: poisson, "
        "interval_cycles: 1200000000}, count: 4166}\n");
    const TenantsStats stats = simulate_streams(experiment);
    waits[0] += (stats.tenants[0].response.mean / kService - 1.0) / kSeeds;
    waits[1] += (stats.tenants[1].response.mean / kService - 3.0) / kSeeds;
  }
  const double wait = (0.4 * 1 + 9.0 / 12) / (2 * (1 - 0.4 - 3.0 / 12));
  CHECK(waits[0] == Catch::Approx(wait).epsilon(0.05));
  CHECK(waits[1] == Catch::Approx(wait).epsilon(0.05));
}

TEST_CASE("waits of priorities are Cobham's", "[figures]") {
  // One server, constant service of 1 (10^8 cycles), jobs are not preempted, the larger weight goes first:
  // W0 = (rho1 + rho2) / 2, W1 = W0 / (1 - rho1), W2 = W0 / ((1 - rho1) (1 - rho1 - rho2)).
  constexpr double kService = 1e8;
  constexpr double kFirst = 0.3;
  constexpr double kSecond = 0.4;
  double waits[2] = {0.0, 0.0};
  constexpr int kSeeds = 12;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const auto stream = [](const char* name, double load, int weight, int count) {
      return std::string("    - {name: ") + name +
             ", workload: {tasks: [{id: a, cycles: 100000000}]}, arrivals: "
             "{process: poisson, interval_cycles: " +
             std::to_string(std::llround(kService / load)) + "}, weight: " + std::to_string(weight) +
             ", count: " + std::to_string(count) + "}\n";
    };
    const Experiment experiment =
        load("architecture: " + kArchitectures +
             "one_queue.yaml\npolicies: {picker: strict_priority}\nseed: " + std::to_string(seed) +
             "\nworkload:\n  streams:\n" + stream("first", kFirst, 200, 15000) + stream("second", kSecond, 2, 20000));
    const TenantsStats stats = simulate_streams(experiment);
    for (std::size_t i = 0; i < 2; ++i) waits[i] += (stats.tenants[i].response.mean / kService - 1.0) / kSeeds;
    CHECK(stats.tenants[0].stable == true);
    CHECK(stats.tenants[1].stable == true);
  }
  const double w0 = (kFirst + kSecond) / 2;
  CHECK(waits[0] == Catch::Approx(w0 / (1 - kFirst)).epsilon(0.03));
  CHECK(waits[1] == Catch::Approx(w0 / ((1 - kFirst) * (1 - kFirst - kSecond))).epsilon(0.03));
}

}  // namespace gantry::streams_test
