// SPDX-License-Identifier: Apache-2.0
// Hundreds of random machines with random workloads, odd ones included. Every run is checked against the rules of the
// machine by record_checker.h, in every cycle by the units' own invariants, and byte by byte against the same run
// stepped in other ways. GANTRY_SEEDS=from-to runs other seeds than those of the test, for a longer search.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/submission_order.h"
#include "experiment_shrink.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "random_experiment.h"
#include "random_keys.h"
#include "record_checker.h"
#include "recorded_run.h"
#include "sanitized.h"
#include "stats_checker.h"
#include "text/key_writer.h"

namespace gantry::random_machines_test {

namespace {

constexpr std::uint64_t kFeasibleRuns = kSanitized ? 20 : 500;
/// Far beyond what any of these workloads takes: a run that gets there goes round in circles.
constexpr Cycle kGivenUp = 3000000;
/// Stepping every unit in every cycle is for runs that are not mostly waiting.
constexpr Cycle kShort = 20000;

RecordedRun without_background(Experiment experiment) {
  experiment.background.reset();
  return record_run(experiment, {});
}

/// What is wrong with the experiment's run, one line; empty when nothing is.
std::string problem(const Experiment& given) {
  Experiment experiment = given;
  experiment.max_cycles = kGivenUp;
  if (!can_run(experiment)) return "";
  try {
    // Synthetic traffic leaves no cycle out: beside long runs it would cost minutes.
    if (experiment.background && without_background(experiment).stats.cycles > kShort) experiment.background.reset();
    CycleKernelOptions options;
    options.verify = true;
    const RecordedRun run = record_run(experiment, options);
    if (run.end == RunEnd::deadlock) return "deadlock: " + run.stats.diagnosis.at(0);
    if (run.end != RunEnd::complete) return "not done after " + std::to_string(kGivenUp) + " cycles";
    for (const std::string& finding : RecordChecker(experiment, run).findings()) return finding;
    for (const std::string& finding : StatsChecker(experiment, run).findings()) return finding;

    const std::string bytes = run.bytes();
    for (const std::uint64_t seed : {given.seed * 2 + 1, given.seed * 2 + 2}) {
      const std::string difference = first_difference(bytes, record_run(experiment, {false, seed}).bytes());
      if (!difference.empty()) return "depends on the order of evaluation: " + difference;
    }
    if (run.stats.schedule_failures > 0) {
      const std::string difference = first_difference(bytes, record_run(experiment, {false, 0, false}).bytes());
      if (!difference.empty()) return "depends on skipping failures: " + difference;
    }
    if (run.stats.cycles <= kShort) {
      const RecordedRun stepped = record_run(experiment, {}, Stepping::every_cycle);
      const std::string difference = first_difference(bytes, stepped.bytes());
      if (!difference.empty()) return "depends on skipping idle cycles: " + difference;
    }
  } catch (const std::exception& error) {
    return std::string("an invariant is broken: ") + error.what();
  }
  return "";
}

struct Seeds {
  std::uint64_t from = 1;
  std::uint64_t to = 100000;
  std::uint64_t runs = kFeasibleRuns;
};

Seeds seeds() {
  Seeds range;
  if (const char* text = std::getenv("GANTRY_SEEDS")) {
    const std::string value = text;
    range.from = std::stoull(value);
    range.to = value.find('-') == std::string::npos ? range.from : std::stoull(value.substr(value.find('-') + 1));
    range.runs = range.to - range.from + 1;
  }
  return range;
}

}  // namespace

TEST_CASE("random machines complete random workloads by the rules") {
  const Seeds range = seeds();
  std::uint64_t runs = 0;
  std::uint64_t refused = 0;
  std::uint64_t failed = 0;
  for (std::uint64_t seed = range.from; seed <= range.to && runs < range.runs && failed < 3; ++seed) {
    const Experiment experiment = random_experiment(seed);
    if (!can_run(experiment)) {
      ++refused;
      continue;
    }
    ++runs;
    const std::string found = problem(experiment);
    if (found.empty()) continue;
    ++failed;
    const Experiment smallest = Shrink(problem).smallest(experiment);
    UNSCOPED_INFO("seed " << seed << ": " << found << "\nsmallest experiment that goes wrong: " << problem(smallest)
                          << "\n"
                          << experiment_text(smallest));
    CHECK(found.empty());
  }
  INFO(refused << " of the experiments are not feasible");
  CHECK(failed == 0);
  CHECK(refused < runs);
}

namespace {

/// Whether the queues drain when `window` tasks at the head of each can always be seen, by a model without time: a ring
/// holds `room` tasks behind the last one that is done, the host submits in order and not too far ahead, and a task
/// that is seen is done once its predecessors are. With pushed descriptors a queue has `room` tasks that are not done.
bool queues_drain(const Experiment& experiment, std::uint32_t window, std::uint32_t room) {
  const Architecture& arch = experiment.architecture;
  const ClassQueues numbers{arch.task_cache->queues_per_class};
  const std::vector<WorkloadTask>& tasks = experiment.workload.tasks;
  const std::vector<std::uint32_t> order = submission_order(experiment.workload, arch);
  struct Queue {
    std::vector<std::uint32_t> waiting;
    std::vector<std::uint32_t> ring;
  };
  std::vector<Queue> queues(numbers.count());
  std::vector<bool> done(tasks.size(), false);
  std::size_t next = 0;
  for (bool moved = true; moved;) {
    moved = false;
    std::size_t oldest = 0;
    while (oldest < order.size() && done[order[oldest]]) ++oldest;
    while (next < order.size() && next - oldest < arch.monitor->completion_window) {
      Queue& queue = queues[numbers.of(tasks[order[next]].cls, tasks[order[next]].stream)];
      if (queue.ring.size() == room) break;
      queue.waiting.push_back(order[next]);
      queue.ring.push_back(order[next++]);
      moved = true;
    }
    for (Queue& queue : queues) {
      for (std::size_t i = 0; i < queue.waiting.size() && i < window; ++i) {
        const std::uint32_t task = queue.waiting[i];
        const auto ready = [&](const WorkloadEdge& edge) { return static_cast<bool>(done[edge.task]); };
        if (!std::all_of(tasks[task].after.begin(), tasks[task].after.end(), ready)) continue;
        done[task] = true;
        queue.waiting.erase(queue.waiting.begin() + static_cast<std::ptrdiff_t>(i));
        const auto at = std::find(queue.ring.begin(), queue.ring.end(), task);
        if (at != queue.ring.end()) queue.ring.erase(arch.host->push ? at : queue.ring.begin(), at + 1);
        moved = true;
        break;
      }
    }
  }
  return std::find(done.begin(), done.end(), false) == done.end();
}

}  // namespace

TEST_CASE("submit cycles in any order end in a deadlock exactly when the queues cannot drain") {
  std::uint64_t drained = 0;
  std::uint64_t stuck = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Experiment experiment = random_experiment(seed);
    experiment.architecture.monitor->early_registration = false;  // with it more orders come to their end
    if (!can_run(experiment)) continue;
    Dice dice(seed);
    // With gaps, so that the order of the submit cycles and not their distance decides.
    for (WorkloadTask& task : experiment.workload.tasks) task.submit = 100 * dice.below(4);
    experiment.max_cycles = kGivenUp;
    INFO("seed " << seed << "\n" << experiment_text(experiment));
    const RunEnd end = record_run(experiment, {}).end;
    // Between the two it depends on the cycles which queue gets the room of the cache that they share.
    const TaskCacheConfig& cache = *experiment.architecture.task_cache;
    const HostConfig& host = *experiment.architecture.host;
    const std::uint32_t most = cache.capacity - cache.queues() + 1;
    const bool never = !queues_drain(experiment, std::min(cache.window, most), host.push ? most : host.ring_entries);
    const bool always = queues_drain(experiment, 1, host.push ? 1 : host.ring_entries);
    if (always) CHECK(end == RunEnd::complete);
    if (never) CHECK(end == RunEnd::deadlock);
    Diagnostics diagnostics;
    CHECK(check_submission_order(experiment.architecture, experiment.workload, diagnostics) == !never);
    ++(end == RunEnd::complete ? drained : stuck);
  }
  CHECK(drained > 50);
  CHECK(stuck > 50);
}

TEST_CASE("every key of the machine is drawn, and with it every router and picker") {
  std::map<std::string, std::set<std::string>> values;
  std::set<std::string> pickers;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Experiment experiment = random_experiment(seed);
    pickers.insert(experiment.picker);
    KeyWriter machine;
    describe(machine, experiment.architecture);
    std::istringstream lines(machine.text());
    for (std::string line; std::getline(lines, line);) {
      line.erase(0, line.find_first_not_of(" -"));
      values[line.substr(0, line.find(':'))].insert(line.substr(line.find(':')));
    }
  }
  Architecture usual;
  usual.processors->resize(1);
  ResetKeys keys({"clock_mhz"});  // of reports alone
  describe(keys, usual);
  for (const std::string& path : keys.paths()) {
    if (path.back() == '.') continue;
    // Of tasks with data: random_data_test.cpp draws them.
    if (path.find(".local.") != std::string::npos || path.rfind("directory.", 0) == 0 || path == "memory.writes" ||
        path == "host.push" || path == "dispatcher.multicast" || path == "dispatcher.preload" ||
        path == "dispatcher.go" || path == "monitor.job_timeout" || path == "monitor.quarantine" ||
        path == "monitor.on_failure" || path == "dispatcher.max_retries")  // written where it is on
      continue;
    if (path == "memory.retries") continue;  // of memory that fails: faulty_machines_test.cpp draws it
    // Machines without early registration: early_machines_test.cpp draws it.
    if (path == "monitor.query_wakeups_per_cycle" || path == "monitor.retire_per_cycle") continue;
    // Of tasks with a load: behaviour/processor_times_test.cpp draws them.
    if (path.rfind("dispatcher.loader.", 0) == 0) continue;
    INFO(path);
    CHECK(values[path.substr(path.rfind('.') + 1)].size() > 1);
  }
  CHECK(values["router"].size() == 2);
  CHECK(values["routing"].size() == builtin_routings().entries().size());
  CHECK(values["topology"].size() == builtin_topologies().entries().size() + 1);  // and a star of control messages
  CHECK(pickers.size() == builtin_pickers().entries().size());
}

TEST_CASE("a shrunk experiment has the usual value of every key that what goes wrong does not need") {
  const auto trial = [](const Experiment& x) {
    const bool wrong = x.architecture.dispatcher->send_ports > 1 && x.architecture.dispatcher->picker->quant &&
                       x.architecture.interconnect.router == RouterKind::pipelined;
    return std::string(wrong ? "wrong: so" : "");
  };
  std::uint64_t seed = 1;
  while (trial(random_experiment(seed)).empty()) ++seed;
  Experiment smallest = Shrink(trial).smallest(random_experiment(seed));
  CHECK(smallest.workload.tasks.size() == 1);
  Experiment usual;
  usual.architecture.dispatcher->send_ports = smallest.architecture.dispatcher->send_ports;
  usual.architecture.dispatcher->picker->quant = smallest.architecture.dispatcher->picker->quant;
  usual.architecture.memory->controllers = smallest.architecture.memory->controllers;
  usual.architecture.interconnect.router = RouterKind::pipelined;
  usual.architecture.interconnect.topology = smallest.architecture.interconnect.topology;
  usual.architecture.interconnect.own = smallest.architecture.interconnect.own;
  usual.architecture.processors = smallest.architecture.processors;
  usual.architecture.placement = smallest.architecture.placement;
  KeyWriter found;
  KeyWriter expected;
  describe(found, smallest.architecture);
  describe(expected, usual.architecture);
  CHECK(found.text() == expected.text());
}

}  // namespace gantry::random_machines_test
