// SPDX-License-Identifier: Apache-2.0
// Matching failures that repeat pass at once (gantry/kernel/fast_forward): no result shows whether they did.
#include <algorithm>
#include <random>

#include "catch.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::repeated_failures_test {

namespace {

/// `processors` cores with one place each on a small mesh.
Experiment experiment(std::uint32_t processors) {
  Experiment e;
  e.architecture.interconnect.own.set("columns", 3);
  e.architecture.interconnect.own.set("rows", 3);
  ProcessorGroup group;
  group.count = processors;
  group.queue_depth = 1;
  *e.architecture.processors = {group};
  return e;
}

void add(Experiment& e, TaskClass cls, std::uint32_t jobs, std::uint64_t cycles, Cycle submit = 0) {
  WorkloadTask task;
  task.id = "t" + std::to_string(e.workload.tasks.size());
  task.cls = cls;
  task.jobs = jobs;
  task.cycles = cycles;
  task.submit = submit;
  e.workload.tasks.push_back(task);
}

RecordedRun run(const Experiment& e, bool skip, std::uint64_t shuffle_seed = 0) {
  CycleKernelOptions options;
  options.verify = true;
  options.fast_forward = skip;
  options.shuffle_seed = shuffle_seed;
  return record_run(e, options);
}

std::uint64_t failures_of_tasks(const RecordedRun& run) {
  std::uint64_t sum = 0;
  for (const TaskRecord& task : run.records.tasks) sum += task.counts.match_failures;
  return sum;
}

void check_same_with_and_without(const Experiment& e) {
  const RecordedRun all = run(e, false);
  const RecordedRun skipped = run(e, true);
  CHECK(first_difference(all.bytes(), skipped.bytes()).empty());
  CHECK(all.records.failures == skipped.records.failures);
  CHECK(all.records.failures > 20);
  CHECK(failures_of_tasks(skipped) == skipped.stats.schedule_failures);
  for (const std::uint64_t seed : {1U, 2U, 3U})
    CHECK(first_difference(all.bytes(), run(e, true, seed).bytes()).empty());
}

TEST_CASE("one gang waits for a long job") {
  Experiment e = experiment(2);
  add(e, TaskClass::block, 1, 20000);
  add(e, TaskClass::cluster, 2, 10);
  check_same_with_and_without(e);
}

TEST_CASE("gangs of several classes wait together and take reservations from each other") {
  Experiment e = experiment(4);
  e.architecture.dispatcher->match_jobs_per_cycle = 1;
  add(e, TaskClass::block, 1, 30000);
  add(e, TaskClass::cluster, 4, 10, 400);
  add(e, TaskClass::union_, 4, 10, 450);
  add(e, TaskClass::block, 4, 10, 500);
  check_same_with_and_without(e);
}

TEST_CASE("a task submitted in the middle of the wait is seen in its cycle") {
  Experiment e = experiment(3);
  add(e, TaskClass::block, 1, 40000);
  add(e, TaskClass::cluster, 2, 15000, 300);
  add(e, TaskClass::union_, 2, 10, 600);
  add(e, TaskClass::block, 1, 10, 9973);
  check_same_with_and_without(e);
}

TEST_CASE("per_job requests that find no processor repeat as well") {
  Experiment e = experiment(2);
  e.architecture.dispatcher->mode = MatchMode::per_job;
  add(e, TaskClass::block, 2, 20000);
  add(e, TaskClass::cluster, 4, 10, 300);
  add(e, TaskClass::union_, 2, 10, 350);
  check_same_with_and_without(e);
}

TEST_CASE("failures of each of two gangs that wait for a long job are counted at its task") {
  Experiment e = experiment(4);
  e.architecture.dispatcher->match_timeout = 128;
  add(e, TaskClass::block, 4, 100000);
  add(e, TaskClass::block, 4, 1000);
  add(e, TaskClass::block, 4, 1000);
  const RecordedRun r = run(e, true);
  CHECK(r.stats.schedule_failures > 600);
  CHECK(failures_of_tasks(r) == r.stats.schedule_failures);
  check_same_with_and_without(e);
}

/// A small machine, and gangs of which some have to wait long for the processors that a few long jobs hold.
Experiment random_gangs(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  const auto one_of = [&](std::initializer_list<std::uint32_t> values) {
    return *(values.begin() + below(values.size()));
  };
  Experiment e = experiment(static_cast<std::uint32_t>(2 + below(3)));
  const std::uint32_t processors = e.architecture.processors->at(0).count;
  DispatcherConfig& dispatcher = *e.architecture.dispatcher;
  dispatcher.mode = below(4) == 0 ? MatchMode::per_job : MatchMode::gang;
  dispatcher.match_timeout = one_of({128, 256});
  dispatcher.match_jobs_per_cycle = one_of({1, 2, 4});
  dispatcher.match_latency_cycles = one_of({0, 0, 1, 3});
  dispatcher.picker->entries = one_of({2, 3, 8, 16});
  dispatcher.picker->reweigh_cycles = one_of({0, 4, 17});
  e.architecture.decomposer->retry_cycles = one_of({1, 16, 100});
  e.architecture.task_cache->queues_per_class = one_of({1, 2});
  e.architecture.task_cache->window = one_of({1, 2});
  const std::uint64_t tasks = 3 + below(8);
  for (std::uint64_t t = 0; t < tasks; ++t) {
    const auto cls = static_cast<TaskClass>(below(3));
    const std::uint32_t jobs = 1U << below(processors == 4 ? 3 : 2);
    const bool is_long = t == 0 || below(5) == 0;
    const std::uint64_t cycles = is_long ? 3000 + below(30000) : 1 + below(500);
    const Cycle submit = below(3) == 0 ? below(8000) : 0;
    add(e, cls, jobs, cycles, submit);
    e.workload.tasks.back().weight = static_cast<std::uint32_t>(1 + below(256));
    if (t == 0 || below(4) != 0) continue;
    // A task that is submitted before its predecessor could block the queue of both for ever.
    const auto predecessor = static_cast<std::uint32_t>(below(t));
    WorkloadTask& task = e.workload.tasks.back();
    task.after.push_back({predecessor});
    task.submit = std::max(task.submit, e.workload.tasks[predecessor].submit);
  }
  return e;
}

TEST_CASE("random machines with many repeated failures give the same results whether these are run or not") {
  int many = 0;
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 30 : 400); ++seed) {
    INFO("seed " << seed);
    const Experiment e = random_gangs(seed);
    CycleKernelOptions every_cycle;
    every_cycle.fast_forward = false;
    const RecordedRun all = record_run(e, every_cycle);
    const RecordedRun skipped = record_run(e, {});
    CHECK(all.end == RunEnd::complete);
    CHECK(first_difference(all.bytes(), skipped.bytes()) == "");
    CHECK(all.records.failures == skipped.records.failures);
    CHECK(failures_of_tasks(skipped) == skipped.stats.schedule_failures);
    many += skipped.stats.schedule_failures > 50 ? 1 : 0;
  }
  CHECK(many > (kSanitized ? 10 : 200));
}

TEST_CASE("a limit anywhere in the wait leaves the stamps of the failures before it") {
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 30 : 400); ++seed) {
    Experiment e = random_gangs(seed);
    e.max_cycles = 600 + seed * 7919 % 30000;
    INFO("seed " << seed);
    CHECK(first_difference(run(e, false).bytes(), run(e, true).bytes()) == "");
  }
}

TEST_CASE("a cycle limit inside the wait ends the run in its cycle") {
  Experiment e = experiment(2);
  e.max_cycles = 7777;
  add(e, TaskClass::block, 1, 20000);
  add(e, TaskClass::cluster, 2, 10);
  const RecordedRun all = run(e, false);
  const RecordedRun skipped = run(e, true);
  CHECK(all.end == RunEnd::cycle_limit);
  CHECK(first_difference(all.bytes(), skipped.bytes()).empty());
}

/// All that traces and waveforms are made of, as it is told.
class Listener final : public RecordSink, public GaugeSink {
 public:
  void task_done(const TaskRecord& task) override { say("task", task.number, task.completed); }
  void job_done(const JobRecord& job) override { say("job", job.job, job.completed); }
  void match_failed(std::uint64_t task, Cycle now) override { say("failed", task, now); }
  void match_failures_repeated(Cycle from, Cycle to, std::uint64_t failures) override {
    say("repeated", failures, from, to);
    ++stretches;
  }
  void changed(std::uint32_t id, Cycle now, std::uint64_t value) override { say("gauge", id, now, value); }

  std::string heard;
  std::uint64_t stretches = 0;

 private:
  void say(const char* what, std::uint64_t a, std::uint64_t b, std::uint64_t c = 0) {
    heard += std::string(what) + ' ' + std::to_string(a) + ' ' + std::to_string(b) + ' ' + std::to_string(c) + '\n';
  }
};

Listener listen(const Experiment& e, bool skip) {
  Listener listener;
  GraphSource source(e.workload, e.architecture);
  Machine machine(e.architecture, {e.picker, e.processor_choice}, source, listener);
  std::uint32_t id = 0;
  for (Unit* unit : machine.units()) {
    for (Gauge& gauge : unit->gauges()) gauge.listen(&listener, id++);
    for (Gauge& gauge : unit->signals()) gauge.listen(&listener, id++);
  }
  CycleKernelOptions options;
  options.fast_forward = skip;
  RunControl control;
  control.max_cycles = e.max_cycles;
  Cycle now = 0;
  run_cycles(machine, control, options, now);
  return listener;
}

TEST_CASE("whether failures that repeat are run or not, observers hear the same, in the same order") {
  Experiment long_job = experiment(2);
  add(long_job, TaskClass::block, 1, 20000);
  add(long_job, TaskClass::cluster, 2, 10);
  add(long_job, TaskClass::block, 1, 20000);
  add(long_job, TaskClass::union_, 2, 10);
  Experiment disturbed = experiment(3);
  add(disturbed, TaskClass::block, 1, 40000);
  add(disturbed, TaskClass::cluster, 2, 15000, 300);
  add(disturbed, TaskClass::union_, 2, 10, 600);
  add(disturbed, TaskClass::block, 1, 10, 9973);
  Experiment per_job = experiment(2);
  per_job.architecture.dispatcher->mode = MatchMode::per_job;
  add(per_job, TaskClass::block, 2, 20000);
  add(per_job, TaskClass::cluster, 4, 10, 300);
  Experiment limited = long_job;
  limited.max_cycles = 7777;
  Experiment for_ever = experiment(2);
  add(for_ever, TaskClass::block, 4, 10);
  for (const Experiment* e : {&long_job, &disturbed, &per_job, &limited, &for_ever}) {
    const Listener skips = listen(*e, true);
    const Listener runs = listen(*e, false);
    CHECK((skips.stretches > 0 || e == &for_ever));
    CHECK(first_difference(skips.heard, runs.heard).empty());
  }
}

TEST_CASE("a billion cycles of failures cost a handful of steps") {
  Experiment e = experiment(2);
  add(e, TaskClass::block, 1, 1000000000);
  add(e, TaskClass::cluster, 2, 10);
  const RecordedRun r = run(e, true);  // a run of every failure would take many minutes with all checks on
  CHECK(r.end == RunEnd::complete);
  // Attempt k matches from cycle first + 274 k on, where 274 = match_timeout + retry_cycles + 2 hand-overs, for 256
  // cycles. The one that succeeds is the first that still lasts when the long job's place is free, a cycle after its
  // completion.
  const Cycle first = r.records.tasks[1].split + 1;
  const Cycle free = r.records.jobs[0].completed + 1;
  CHECK(r.stats.schedule_failures == ceil_div(free - 255 - first, 274));
}

TEST_CASE("failures that nothing will ever change are a deadlock, not a hang") {
  // The reader refuses such a gang before cycle 0; a machine built by hand has to notice it itself.
  Experiment e = experiment(2);
  add(e, TaskClass::block, 4, 10);
  const RecordedRun r = run(e, true);
  CHECK(r.end == RunEnd::deadlock);
  CHECK(r.stats.tasks_unfinished == 1);
  CHECK_FALSE(r.stats.diagnosis.empty());
}

}  // namespace

}  // namespace gantry::repeated_failures_test
