// SPDX-License-Identifier: Apache-2.0
// Small machines held to exact cycles. Every number in these tests is derived by hand from docs/timing.md.
//
// The tiny machine is that of docs/timing.md's example: memory.latency_cycles = 13, memory.bytes_per_cycle = 128, so
// that a descriptor is written in 14 cycles and its data set out after 14; link + router = 2 cycles and F flits are
//   full descriptor ceil((8 + 128) / 32) = 5, job ceil((8 + 128 + 16) / 32) = 5, everything without data 1,
// and a message over H links takes
//   L(H, F) = 1 + 2 (H + 1) + 1 + (F - 1) = 2 H + F + 3   cycles from its send to the receiver's cycle.
//
//     0 host    1 scheduler    2 memory        links   scheduler  memory  host
//     3 p1      4 p0           5 p2            host        1        2
//     6 p4      7 p3           8 p5            p0          1        2
//                                              p1          2        3
//                                              p2          2        1
//                                              p3          2        3
//                                              memory      1
//
// The way of a descriptor into the task cache, from the cycle S in which the host begins, nothing else under way:
//   write at memory S + L(2, 5) = S + 12, done + 13 + 128 / 128 = S + 26, acknowledged + L(2, 1) = S + 34,
//   doorbell at the scheduler + L(1, 1) = S + 40, read request at memory + L(1, 1) = S + 46, data sent + 14 = S + 60,
//   cached + L(1, 5) = S + 70.
// A task of another class submitted one cycle later is written right behind the first one's five flits, read right
// behind it, and cached in S + 75; one submitted 20 cycles later meets nothing on its way: S + 90. So is a second task
// of the same class, since a queue has up to 8 reads under way. From there, with no predecessors and one job for an
// idle processor:
//   head at the decomposer 71, registration request at the monitor 72, registered 73, split 77, request at the
//   dispatcher 78 = matched = admitted, picked 79, at its send port 81, issued 82, at p0 81 + L(1, 5) = 91.
// A job that p0 finishes in f is completed in f + L(1, 1) = f + 6, and the host has taken the interrupt of a task
// completed in c in c + L(1, 1) + 1 = c + 7. From p1, p2 and p3 a completion takes L(2, 1) = 8.
#pragma once

#include <algorithm>
#include <atomic>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/fault_plan.h"
#include "gantry/platform/machine.h"

namespace gantry {

/// Tasks from memory, in the order of submission.
class TaskList final : public TaskSource {
 public:
  explicit TaskList(const std::vector<Task>& tasks, const std::vector<ObjectShape>* objects = nullptr)
      : tasks_(tasks), objects_(objects) {}
  bool next(Task& task) override {
    if (next_ == tasks_.size()) return false;
    task = tasks_[next_++];
    return true;
  }
  [[nodiscard]] std::uint64_t total() const override { return tasks_.size(); }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return std::to_string(number); }
  [[nodiscard]] const std::vector<ObjectShape>* objects() const override { return objects_; }

 private:
  const std::vector<Task>& tasks_;
  const std::vector<ObjectShape>* objects_;
  std::size_t next_ = 0;
};

struct MatchFailure {
  std::uint64_t task = 0;
  Cycle at = 0;
};

/// What a run did. `tasks[n]` is host task n, `jobs[n][k]` its k-th job to be picked.
struct Outcome final : RecordSink {
  RunEnd end = RunEnd::complete;
  RunStats stats;
  std::uint64_t looks = 0;  ///< one per 4096 evaluated cycles
  std::vector<TaskRecord> tasks;
  std::vector<std::vector<JobRecord>> jobs;
  std::vector<MatchFailure> failures;
  std::vector<PickRecord> picks;
  std::vector<PartStay> stays;

  explicit Outcome(std::size_t count) : tasks(count), jobs(count) {}
  void task_done(const TaskRecord& task) override { tasks[task.number] = task; }
  void job_done(const JobRecord& job) override {
    std::vector<JobRecord>& list = jobs[job.task];
    if (list.size() <= job.job) list.resize(job.job + 1);
    CHECK(list[job.job].completed == kNever);  // no job is run twice
    list[job.job] = job;
  }
  void part_left(const PartStay& stay) override { stays.push_back(stay); }
  void match_failed(std::uint64_t task, Cycle now) override { failures.push_back({task, now}); }
  [[nodiscard]] bool follows_picks() const override { return true; }
  void decided(const PickRecord& pick) override { picks.push_back(pick); }
};

using Cycles = std::vector<Cycle>;

/// submitted, cached, registered, split, admitted, first_issue, last_issue, completed
inline Cycles stations(const TaskRecord& t) {
  return {t.submitted, t.cached, t.registered, t.split, t.admitted, t.first_issue, t.last_issue, t.completed};
}
/// picked, issued, arrived, started, finished, completed
inline Cycles stations(const JobRecord& j) {
  return {j.picked, j.issued, j.arrived, j.started, j.finished, j.completed};
}
/// One field of all jobs of a task, in the order in which they were picked.
template <class Field>
std::vector<Field> each(const std::vector<JobRecord>& jobs, Field JobRecord::*field) {
  std::vector<Field> values;
  for (const JobRecord& job : jobs) values.push_back(job.*field);
  return values;
}

inline Task make_task(TaskClass cls, std::uint32_t jobs, std::uint64_t cycles, Cycle submit = 0,
                      std::vector<std::uint64_t> after = {}) {
  Task task;
  task.cls = cls;
  task.jobs = jobs;
  task.cycles = cycles;
  task.submit = submit;
  task.after = std::move(after);
  return task;
}

struct Scenario {
  Architecture architecture;
  PolicyConfig policies;
  std::vector<Task> tasks;
  std::vector<ObjectShape> objects;          ///< none: no task has data
  std::vector<ProcessorFault> faults = {};   ///< none: no processor fails
  std::vector<NetworkFault> deaths = {};     ///< none: no link or router dies
  std::vector<MemoryFault> errors = {};      ///< none: no read fails
  std::vector<StoreFault> dead_stores = {};  ///< none: no store dies
};

/// The tiny machine with p0, p1, ... of one type.
Scenario tiny(std::uint32_t processors, std::uint32_t queue_depth = 1);

/// Cycles in which something in a block waited for a cause.
inline std::uint64_t stall(const Outcome& outcome, const std::string& block, const std::string& cause) {
  for (const BlockStats& stats : outcome.stats.blocks) {
    if (stats.name != block) continue;
    for (const auto& [name, cycles] : stats.stalls) {
      if (name == cause) return cycles;
    }
  }
  FAIL("no stall " << block << '.' << cause);
  return 0;
}

/// Everything a run reports, for comparison.
inline std::string text_of(const Outcome& outcome) {
  std::ostringstream out;
  for (const TaskRecord& task : outcome.tasks) {
    out << "task " << task.number;
    for (const Cycle cycle : stations(task)) out << ' ' << cycle;
    out << ' ' << task.shown << ' ' << task.ready << " id " << task.id;
    for (const JobRecord& job : outcome.jobs[task.number]) {
      out << "\n  job " << job.job << " on " << job.processor;
      for (const Cycle cycle : stations(job)) out << ' ' << cycle;
    }
    out << '\n';
  }
  for (const PartStay& stay : outcome.stays) {
    out << "part " << stay.object << '.' << stay.part << " in " << stay.store << ' ' << stay.reserved << ' '
        << stay.from << ' ' << stay.until << ' ' << stay.source << ' ' << stay.uses << ' '
        << kPartEndNames[static_cast<std::size_t>(stay.end)] << '\n';
  }
  for (const MatchFailure& failure : outcome.failures)
    out << "task " << failure.task << " failed " << failure.at << '\n';
  for (const BlockStats& block : outcome.stats.blocks) {
    out << block.name << " busy " << block.busy_cycles;
    for (const auto& [cause, cycles] : block.stalls) out << ", " << cause << ' ' << cycles;
    for (const QueueStats& queue : block.queues) out << ", " << queue.name << ' ' << queue.mean << ' ' << queue.max;
    for (const auto& [counter, value] : block.counters) out << ", " << counter << ' ' << value;
    out << '\n';
  }
  out << "cycles " << outcome.stats.cycles << ", rounds " << outcome.stats.picker.rounds << '\n';
  return out.str();
}

/// Runs once with every invariant checked in every cycle. `most_looks`: gives up after as many times 4096 evaluated
/// cycles.
inline Outcome run_once(const Scenario& scenario, std::uint64_t shuffle_seed, std::uint64_t most_looks) {
  Outcome outcome(scenario.tasks.size());
  TaskList source(scenario.tasks, scenario.objects.empty() ? nullptr : &scenario.objects);
  Machine machine(scenario.architecture, scenario.policies, source, outcome);
  machine.use_faults({scenario.faults, {}, scenario.deaths, scenario.errors, scenario.dead_stores});
  std::atomic<bool> stop{false};
  RunControl control;
  control.stop = &stop;
  control.progress = [&](Cycle) { stop = ++outcome.looks > most_looks; };
  Cycle now = 0;
  outcome.end = run_cycles(machine, control, {true, shuffle_seed}, now);
  if (outcome.end == RunEnd::complete) machine.verify_empty();
  outcome.stats = machine.finish(outcome.end, now);
  return outcome;
}

/// Runs to the end, in fixed and in random evaluation order, which must not matter.
inline Outcome run(const Scenario& scenario, std::uint64_t most_looks = 100) {
  Outcome outcome = run_once(scenario, 0, most_looks);
  REQUIRE(outcome.end == RunEnd::complete);
  const std::string expected = text_of(outcome);
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U})
    CHECK(text_of(run_once(scenario, seed, most_looks)) == expected);
  return outcome;
}

}  // namespace gantry
