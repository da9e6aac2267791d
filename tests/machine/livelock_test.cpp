// SPDX-License-Identifier: Apache-2.0
// Whatever can be scheduled is scheduled in bounded time, whatever the picker's timing: docs/timing.md, "No livelock".
#include <algorithm>
#include <sstream>
#include <string>

#include "catch.h"
#include "experiment/feasibility.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "random_keys.h"
#include "recorded_run.h"
#include "sanitized.h"
#include "text/key_writer.h"

namespace gantry::livelock_test {

namespace {

constexpr std::uint64_t kRuns = kSanitized ? 150 : 1500;

/// Cores in a mesh that is fast and never full: a message takes at most kMessage cycles, and jobs move no data.
Experiment machine(std::uint32_t cores, std::uint32_t queue_depth) {
  Experiment e;
  e.architecture.interconnect.own.set("columns", 5);
  e.architecture.interconnect.own.set("rows", 5);
  ProcessorGroup group;
  group.count = cores;
  group.queue_depth = queue_depth;
  *e.architecture.processors = {group};
  return e;
}
constexpr Cycle kMessage = 100;

void add(Experiment& e, TaskClass cls, std::uint32_t weight, std::uint32_t jobs, std::uint64_t cycles, Cycle submit) {
  WorkloadTask task;
  task.id = "t" + std::to_string(e.workload.tasks.size());
  task.cls = cls;
  task.weight = weight;
  task.jobs = jobs;
  task.cycles = cycles;
  task.submit = submit;
  e.workload.tasks.push_back(task);
}

/// While a job is left to pick, the next pick is at most this many cycles away: what has been picked completes, a
/// request whose time was nearly over fails and comes back, the picker computes weights for a drop, for joins and for
/// what is under way, and then the oldest request is matched without a pause.
Cycle between_picks(const Experiment& e) {
  const Architecture& a = e.architecture;
  const DispatcherConfig& d = *a.dispatcher;
  Cycle longest = 0;
  Cycle places = 0;
  Cycle most_jobs = 0;
  Cycle slowest = kMillion;
  for (const WorkloadTask& task : e.workload.tasks) {
    longest = std::max<Cycle>(longest, task.cycles);
    most_jobs = std::max<Cycle>(most_jobs, task.jobs);
  }
  for (const ProcessorGroup& group : *a.processors) {
    places += Cycle{group.count} * group.queue_depth;
    slowest = std::min<Cycle>(slowest, group.speed.millionths);
  }
  const Cycle depth = a.processors->at(0).queue_depth;
  const Cycle compute = ceil_div(longest * kMillion, slowest);
  const Cycle latencies = d.match_latency_cycles + d.choice_latency_cycles + d.picker->pick_latency_cycles;
  const Cycle matching = ceil_div(most_jobs, d.match_jobs_per_cycle);
  const Cycle completes = depth * compute + places * 5 + latencies + d.collect_cycles + 3 * kMessage;
  const Cycle comes_back = d.match_timeout + matching * (a.decomposer->slots + 1) + a.decomposer->retry_cycles + 4;
  const Cycle weights = Cycle{4} * d.picker->classes * d.picker->reweigh_cycles + d.picker->pick_interval_cycles;
  return completes + comes_back + weights + (matching + 1) * (latencies + 1) + a.decomposer->slots;
}

Cycle bound(const Experiment& e) {
  Cycle jobs = 0;
  Cycle last = 0;
  for (const WorkloadTask& task : e.workload.tasks) {
    jobs += task.jobs;
    last = std::max(last, task.submit);
  }
  const Cycle front = 10 * kMessage;  // from the host to the dispatcher, and from the last job to the host
  return last + e.workload.tasks.size() * front + jobs * between_picks(e);
}

std::string described(const Experiment& e) {
  KeyWriter keys;
  DispatcherConfig dispatcher = *e.architecture.dispatcher;
  keys.section("dispatcher", dispatcher, "");
  std::ostringstream out;
  out << keys.text() << e.picker << ", depth " << e.architecture.processors->at(0).queue_depth << "\n";
  for (const ProcessorGroup& group : *e.architecture.processors)
    out << group.count << " in cluster " << group.cluster << "\n";
  for (const WorkloadTask& t : e.workload.tasks) {
    out << name(t.cls) << ", weight " << t.weight << ", jobs " << t.jobs << ", cycles " << t.cycles << ", submit "
        << t.submit << "\n";
  }
  return out.str();
}

void check_completes(Experiment e) {
  e.max_cycles = bound(e);
  const RecordedRun run = record_run(e, {});
  INFO(described(e) << "after " << run.stats.cycles << " cycles " << run.stats.jobs_completed << " jobs are done");
  CHECK(run.end == RunEnd::complete);
}

}  // namespace

TEST_CASE("tasks of more jobs than processors do not hand all processors around in per_job mode") {
  // As it was, every request reserved all twelve while its join waited for the picker, and its time was over before a
  // job of it could be picked.
  for (const std::uint32_t timeout : {128U, 256U}) {
    for (const std::uint32_t reweigh : {0U, 1U, 12U, 127U, 128U, 256U, 706U}) {
      Experiment e = machine(12, 1);
      e.architecture.dispatcher->mode = MatchMode::per_job;
      e.architecture.dispatcher->match_timeout = timeout;
      e.architecture.dispatcher->picker->reweigh_cycles = reweigh;
      for (std::uint32_t t = 0; t < 24; ++t) add(e, static_cast<TaskClass>(t % 3), t + 1, 16, 300, 0);
      check_completes(e);
    }
  }
}

TEST_CASE("gangs that keep the matcher busy for long do not use up each other's time") {
  // Four that need 100 of its cycles each, one every 50: with a timer that ran while others were matched, all would
  // fail, in turn and for ever.
  Experiment e = machine(2, 1);
  e.architecture.dispatcher->match_against = MatchAgainst::capable;
  e.architecture.dispatcher->match_jobs_per_cycle = 1;
  e.architecture.dispatcher->match_timeout = 128;
  for (std::uint32_t t = 0; t < 8; ++t) add(e, static_cast<TaskClass>(t % 3), 1, 128, 0, t * 50);
  check_completes(e);
}

TEST_CASE("no setting of the picker's timing makes a random machine go round in circles") {
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    Dice dice(seed);
    Experiment e = machine(dice.between(1, 6), dice.between(1, 2));
    if (dice.chance(60)) {
      ProcessorGroup second = e.architecture.processors->at(0);
      second.name = "second";
      second.cluster = 1;
      second.count = dice.between(1, 6);
      e.architecture.processors->push_back(second);
    }
    DispatcherConfig& d = *e.architecture.dispatcher;
    d.mode = dice.chance(50) ? MatchMode::gang : MatchMode::per_job;
    d.match_against = dice.chance(40)   ? MatchAgainst::idle
                      : dice.chance(60) ? MatchAgainst::reserve
                                        : MatchAgainst::capable;
    d.match_jobs_per_cycle = dice.one_of({1, 1, 2, 4});
    d.match_timeout = dice.one_of({1, 2, 7, 32, 128, 256, 256, 256});
    d.match_latency_cycles = dice.one_of({0, 0, 1, 7, 300});
    d.choice_latency_cycles = dice.one_of({0, 0, 1, 7, 300});
    d.picker->entries = dice.one_of({1, 2, 3, 8, 64});
    d.picker->reweigh_cycles = dice.one_of({0, 1, 12, 60, 127, 128, 255, 256, 257, 300, 706});
    d.picker->pick_interval_cycles = dice.one_of({1, 1, 1, 2, 130, 300, 1000});
    e.architecture.decomposer->retry_cycles = dice.one_of({1, 16, 100});
    for (Colocation& c : d.colocation) {
      if (dice.chance(30)) c = dice.chance(50) ? Colocation::one_cluster : Colocation::all_clusters;
    }
    if (dice.chance(30)) e.picker = dice.element(builtin_pickers().entries()).name;
    const std::uint32_t tasks = dice.between(2, 30);
    const std::uint64_t cycles = dice.one_of({0, 10, 100, 300, 1000});
    const Cycle gap = dice.one_of({0, 0, 1, 40, 300});
    for (std::uint32_t t = 0; t < tasks; ++t) {
      add(e, static_cast<TaskClass>(dice.below(3)), dice.between(1, 256), 1U << dice.below(6), cycles, t * gap);
    }
    Diagnostics diagnostics;
    while (!check_feasible(e.architecture, e.workload, diagnostics)) {
      // Gangs have to fit: halve their jobs, or let them go where they like.
      bool smaller = false;
      for (WorkloadTask& task : e.workload.tasks) {
        if (task.jobs > 1) smaller = true;
        task.jobs = std::max(1U, task.jobs / 2);
      }
      if (!smaller) d.colocation.fill(Colocation::none);
      ++refused;
      diagnostics = Diagnostics();
    }
    INFO("seed " << seed);
    check_completes(e);
  }
  INFO(refused);
  CHECK(refused > 0);
}

}  // namespace gantry::livelock_test
