// SPDX-License-Identifier: Apache-2.0
// Pickers that know deadlines: their order, and earliest_deadline against the theory of non-preemptive EDF on one
// processor (Jeffay, Stanat, Martel: On non-preemptive scheduling of periodic and sporadic tasks, RTSS 1991).
#include <algorithm>
#include <vector>

#include "behaviour/scenario.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "random_keys.h"

namespace gantry::deadline_test {

namespace {

PickerEntry entry(std::uint32_t cls, Cycle deadline, std::uint64_t jobs = 1, std::uint64_t job_cycles = 0) {
  PickerEntry e;
  e.cls = cls;
  e.jobs = jobs;
  e.job_cycles = job_cycles;
  e.deadline = deadline;
  return e;
}

/// The entries that win, one round after the other, when all stay eligible.
std::vector<std::uint32_t> winners(const std::string& name, const std::vector<PickerEntry>& entries,
                                   std::uint32_t parallel = 1) {
  PickerConfig config;
  config.own.of("least_slack").set("parallel", parallel);
  const auto picker = builtin_pickers().find(name)->make(config);
  for (std::uint32_t e = 0; e < entries.size(); ++e) picker->add(e, entries[e]);
  std::vector<std::uint32_t> won;
  while (const auto pick = picker->pick({~std::uint64_t{0}})) won.push_back(pick->entry);
  return won;
}

/// A sporadic task: jobs of `cycles`, at least `period` apart, each due a period after it came.
struct Sporadic {
  Cycle cycles = 0;
  Cycle period = 0;
};

/// In order of period. Utilisation at most 1, and for each task and every L between the shortest period and its own:
/// L >= its cycles + sum over the tasks with shorter periods of floor((L - 1) / period) cycles. Both are necessary and
/// sufficient for sporadic tasks. `overhead`: what a job costs beyond its cycles.
bool schedulable(const std::vector<Sporadic>& tasks, Cycle overhead) {
  std::uint64_t millionths = 0;
  for (const Sporadic& task : tasks)
    millionths += ((task.cycles + overhead) * kMillion + task.period - 1) / task.period;
  if (millionths > kMillion) return false;
  for (std::size_t i = 1; i < tasks.size(); ++i) {
    // The sum steps up behind every multiple of a period, so L is tried there.
    for (std::size_t k = 0; k < i; ++k) {
      for (Cycle l = tasks[k].period + 1; l < tasks[i].period; l += tasks[k].period) {
        if (l <= tasks[0].period) continue;
        Cycle demand = tasks[i].cycles + overhead;
        for (std::size_t j = 0; j < i; ++j) demand += (l - 1) / tasks[j].period * (tasks[j].cycles + overhead);
        if (l < demand) return false;
      }
    }
    // And right behind the shortest period.
    if (tasks[0].period + 1 < tasks[i].period) {
      Cycle demand = tasks[i].cycles + overhead;
      for (std::size_t j = 0; j < i; ++j) demand += tasks[0].period / tasks[j].period * (tasks[j].cycles + overhead);
      if (tasks[0].period + 1 < demand) return false;
    }
  }
  return true;
}

constexpr Cycle kUnit = 1000;
/// Pick to start and end to the next pick, on the tiny machine: 12 + 6 + 1, and some more where messages meet.
constexpr Cycle kOverhead = 60;
/// From the host to the pending set, when all tasks come at once.
constexpr Cycle kFront = 400;

std::vector<Sporadic> draw(Dice& dice) {
  std::vector<Sporadic> tasks(dice.between(2, 4));
  for (Sporadic& task : tasks) {
    task.period = kUnit * dice.between(4, 40);
    task.cycles = kUnit * dice.between(1, 6);
  }
  std::sort(tasks.begin(), tasks.end(), [](const Sporadic& a, const Sporadic& b) { return a.period < b.period; });
  return tasks;
}

void release(Scenario& s, const Sporadic& task, Cycle at) {
  Task job = make_task(TaskClass::block, 1, task.cycles, at);
  job.deadline = at + task.period;
  s.tasks.push_back(job);
}

Scenario one_processor(const std::string& picker) {
  Scenario s = tiny(1);
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  s.policies.picker = picker;
  return s;
}

/// Jobs that are done later than `late` cycles after their deadline.
std::uint64_t misses(Scenario s, Cycle late) {
  std::stable_sort(s.tasks.begin(), s.tasks.end(), [](const Task& a, const Task& b) { return a.submit < b.submit; });
  const Outcome o = run_once(s, 0, 100000);
  REQUIRE(o.end == RunEnd::complete);
  std::uint64_t missed = 0;
  for (std::size_t t = 0; t < s.tasks.size(); ++t) missed += o.tasks[t].completed > s.tasks[t].deadline + late ? 1 : 0;
  return missed;
}

}  // namespace

TEST_CASE("earliest_deadline takes the earliest, none last; ties by class, then entry") {
  CHECK(winners("earliest_deadline", {entry(0, kNever), entry(0, 500), entry(0, 300), entry(1, 400)}) ==
        std::vector<std::uint32_t>{2, 3, 1, 0});
  CHECK(winners("earliest_deadline", {entry(1, 300), entry(2, 300), entry(0, 300), entry(0, 300)}) ==
        std::vector<std::uint32_t>{2, 3, 0, 1});
}

TEST_CASE("least_slack takes the least deadline minus remaining work, none last; every pick lowers the work") {
  // Latest starts: 1000 - 3 x 100 = 700, then 800 and 900; 950 - 200 = 750; none.
  const std::vector<PickerEntry> entries = {entry(0, kNever), entry(0, 1000, 3, 100), entry(0, 950, 1, 200)};
  CHECK(winners("least_slack", entries) == std::vector<std::uint32_t>{1, 2, 1, 1, 0});
  // Two at once: 1000 - 2 x 100 = 800, and 900 when two are left.
  CHECK(winners("least_slack", entries, 2) == std::vector<std::uint32_t>{2, 1, 1, 1, 0});
  CHECK(winners("least_slack", {entry(1, 300), entry(0, 300), entry(0, 300)}) == std::vector<std::uint32_t>{1, 2, 0});
  // Work that does not fit before the deadline: latest starts -50 and -90.
  CHECK(winners("least_slack", {entry(0, 50, 1, 100), entry(0, 10, 1, 100)}) == std::vector<std::uint32_t>{1, 0});
}

TEST_CASE("what theory calls schedulable meets every deadline under earliest_deadline, and not under fifo",
          "[figures]") {
  std::uint64_t sets = 0;
  std::uint64_t fifo_misses = 0;
  for (std::uint64_t seed = 1; sets < 60; ++seed) {
    Dice dice(seed);
    const std::vector<Sporadic> tasks = draw(dice);
    std::uint64_t used = 0;
    for (const Sporadic& task : tasks) used += task.cycles * 100 / task.period;
    if (used < 70 || !schedulable(tasks, kOverhead)) continue;
    ++sets;
    Scenario s = one_processor("earliest_deadline");
    for (const Sporadic& task : tasks) {
      // As dense as they may come, or with gaps; all at once, or one after the other.
      const bool gaps = dice.chance(50);
      Cycle at = dice.chance(50) ? 0 : kUnit * dice.below(10);
      for (; at < 150 * kUnit; at += task.period + (gaps ? dice.below(kUnit * 3) : 0)) release(s, task, at);
    }
    INFO("seed " << seed);
    CHECK(misses(s, kFront) == 0);
    s.policies.picker = "fifo";
    fifo_misses += misses(s, kFront);
  }
  CHECK(fifo_misses > 0);
}

TEST_CASE("what theory calls not schedulable misses a deadline though the processor is not overloaded") {
  // A job has just begun when all with shorter periods come, as often as they may. Times are whole units, so whoever
  // misses misses by nearly one, which is more than the machine adds.
  std::uint64_t sets = 0;
  for (std::uint64_t seed = 1; sets < 60; ++seed) {
    Dice dice(seed);
    const std::vector<Sporadic> tasks = draw(dice);
    std::uint64_t used = 0;
    for (const Sporadic& task : tasks) used += task.cycles * 100 / task.period + 1;
    if (used > 95 || schedulable(tasks, 0)) continue;
    ++sets;
    bool missed = false;
    for (std::size_t i = 1; i < tasks.size() && !missed; ++i) {
      Scenario s = one_processor("earliest_deadline");
      release(s, tasks[i], 0);
      for (std::size_t j = 0; j < i; ++j) {
        // Task i is picked in 79.
        for (Cycle at = 20; at < tasks[i].period + 20; at += tasks[j].period) release(s, tasks[j], at);
      }
      missed = misses(s, kFront) > 0;
    }
    INFO("seed " << seed);
    CHECK(missed);
  }
}

}  // namespace gantry::deadline_test
