// SPDX-License-Identifier: Apache-2.0
// Wake-ups of predecessor queries with a bound on how many join the line in a cycle.
#include "behaviour/scenario.h"
#include "gantry/platform/host_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry::query_wakeups_test {

namespace {

/// Tasks 1 to 3 wait for task 0, which is done in 197.
Scenario three_wait(std::uint32_t wakeups) {
  Scenario s = tiny(4);
  s.architecture.task_cache->window = 4;
  s.architecture.monitor->query_wakeups_per_cycle = wakeups;
  s.tasks.push_back(make_task(TaskClass::cluster, 1, 100));
  for (const Cycle submit : {20, 40, 60}) s.tasks.push_back(make_task(TaskClass::block, 1, 10, submit, {0}));
  return s;
}

Cycles released(const Outcome& o) { return {o.tasks[1].released, o.tasks[2].released, o.tasks[3].released}; }
Cycles ready(const Outcome& o) { return {o.tasks[1].ready, o.tasks[2].ready, o.tasks[3].ready}; }

}  // namespace

TEST_CASE("so many queries join the line in a cycle, those that were seen first before others") {
  // One query is looked at in a cycle, from 197 on, and its answer is seen a cycle later, with any bound.
  const auto check = [](std::uint32_t wakeups, const Cycles& joined) {
    const Outcome o = run(three_wait(wakeups));
    CHECK(o.tasks[0].completed == 197);
    CHECK(released(o) == joined);
    CHECK(ready(o) == Cycles{198, 199, 200});
    for (std::size_t task = 1; task <= 3; ++task) CHECK(o.tasks[task].released_by == 0);
  };
  SECTION("no bound") { check(0, {197, 197, 197}); }
  SECTION("one") { check(1, {197, 198, 199}); }
  SECTION("two") { check(2, {197, 197, 198}); }
  SECTION("as many as there are") { check(3, {197, 197, 197}); }
}

TEST_CASE("of those that are due the one that was seen first joins, whichever task woke it") {
  // Task 1 is submitted 20 cycles after task 0, runs 23 less, on a processor that is two cycles further each way: 198.
  const auto check = [](std::uint32_t wakeups, const Cycles& joined, const Cycles& answered) {
    Scenario s = three_wait(wakeups);
    s.tasks = {make_task(TaskClass::cluster, 1, 100), make_task(TaskClass::union_, 1, 77, 20),
               make_task(TaskClass::block, 1, 10, 40, {0}), make_task(TaskClass::block, 1, 10, 60, {1}),
               make_task(TaskClass::block, 1, 10, 80, {0})};
    const Outcome o = run(s);
    CHECK(o.tasks[1].completed == 198);
    CHECK(Cycles{o.tasks[2].released, o.tasks[3].released, o.tasks[4].released} == joined);
    CHECK(Cycles{o.tasks[2].ready, o.tasks[3].ready, o.tasks[4].ready} == answered);
  };
  // Task 4 is in line in 197, and looked at before task 3.
  SECTION("no bound") { check(0, {197, 198, 197}, {198, 200, 199}); }
  // In 198 tasks 3 and 4 are due.
  SECTION("one") { check(1, {197, 198, 199}, {198, 199, 200}); }
}

}  // namespace gantry::query_wakeups_test
