// SPDX-License-Identifier: Apache-2.0
// Early registration: tasks get ids, slots and entries before their predecessors are done, and what they wait for
// always finds some.
#include "behaviour/scenario.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry::early_registration_test {

namespace {

/// registered, requested, entered, ready, admitted
Cycles early_stations(const TaskRecord& t) { return {t.registered, t.requested, t.entered, t.ready, t.admitted}; }

Scenario early(std::uint32_t processors) {
  Scenario s = tiny(processors);
  s.architecture.monitor->early_registration = true;
  return s;
}

/// Task 0 is done in 197 (tests/behaviour/scenario.h). Task 1, cached in 90, waits for it; task 2, cached in 110, for
/// nothing.
Scenario one_waits(std::uint32_t processors) {
  Scenario s = early(processors);
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 10, 20, {0}),
             make_task(TaskClass::block, 1, 10, 40)};
  return s;
}

}  // namespace

TEST_CASE("a task is registered, split and requested while its predecessor runs") {
  const Outcome o = run(one_waits(2));
  CHECK(o.tasks[0].completed == 197);
  // Shown 91, its registration at the monitor 92, where task 0 is counted and the id granted; registered 93, split 97,
  // requested and lent an entry 98. Woken in 197, seen in 198: matched, joins.
  CHECK(o.tasks[1].slot_taken == 91);
  CHECK(early_stations(o.tasks[1]) == Cycles{93, 98, 98, 198, 198});
  // p0 is free in 198. Picked 199, at the port 201, issued 202, at p0 201 + L(1, 5) = 211; 221 + L(1, 1) = 227.
  CHECK(stations(o.jobs[1][0]) == Cycles{199, 202, 211, 211, 221, 227});
  CHECK(o.tasks[1].released == 197);
  CHECK(o.tasks[1].released_by == 0);
  // It blocks nobody behind it: shown 111, at the monitor 112, registered 113, split 117, requested 118, picked 119.
  CHECK(early_stations(o.tasks[2]) == Cycles{113, 118, 118, 111, 118});
  CHECK(o.jobs[2][0].picked == 119);
  CHECK(stall(o, "decomposer", "head_of_line_block") == 0);
}

TEST_CASE("from a completion at the monitor to the message at its port are two cycles") {
  Scenario s = one_waits(2);
  s.architecture.dispatcher->picker->pick_latency_cycles = 0;
  s.architecture.dispatcher->collect_cycles = 0;
  for (const MatchMode mode : {MatchMode::gang, MatchMode::per_job}) {
    s.architecture.dispatcher->mode = mode;
    for (const MatchAgainst against : {MatchAgainst::idle, MatchAgainst::reserve, MatchAgainst::capable}) {
      s.architecture.dispatcher->match_against = against;
      const Outcome o = run(s);
      // Task 0 is picked in 79 and issued in 80: two cycles sooner than usual, done in 195. Woken in 195, seen in 196,
      // picked and at the port in 197, issued in 198.
      CHECK(o.tasks[0].completed == 195);
      CHECK(o.jobs[1][0].picked == 197);
      CHECK(o.jobs[1][0].issued == 198);
    }
  }
}

TEST_CASE("predecessors that are done are found so as the task is registered") {
  Scenario s = one_waits(2);
  s.tasks[1].submit = 300;
  s.tasks[2].submit = 320;
  const Outcome o = run(s);
  // Cached 370, shown 371, at the monitor 372; its id says that it need not wait: no query, 2 cycles sooner than with
  // one. Split 377, requested 378.
  CHECK(early_stations(o.tasks[1]) == Cycles{373, 378, 378, 373, 378});
  CHECK(o.tasks[1].released == kNever);
}

TEST_CASE("a task may be released before it is requested") {
  Scenario s = one_waits(2);
  s.tasks[1].submit = 123;
  s.tasks[2].submit = 400;
  const Outcome o = run(s);
  // Cached 193, shown 194, at the monitor 195, registered 196, split 200, requested 201. Woken in 197, seen in 198.
  CHECK(early_stations(o.tasks[1]) == Cycles{196, 201, 201, 198, 201});
  CHECK(o.jobs[1][0].picked == 202);
}

TEST_CASE("the monitor looks at so many predecessors of a registration in a cycle") {
  Scenario s = early(1);
  s.tasks.assign(5, make_task(TaskClass::event, 0, 0));
  s.tasks.push_back(make_task(TaskClass::block, 1, 10, 300, {0, 1, 2, 3, 4}));
  // Cached 370, shown 371, at the monitor 372, where all are done. The id is granted in the cycle of the first look,
  // and the wake-up after the last one is seen before the request, in 378.
  SECTION("eight: one cycle, and the id comes with the news") {
    s.architecture.monitor->predecessors_per_cycle = 8;
    CHECK(early_stations(run(s).tasks[5]) == Cycles{373, 378, 378, 373, 378});
  }
  SECTION("four: two cycles, 372 and 373; the wake-up is seen in 374") {
    CHECK(early_stations(run(s).tasks[5]) == Cycles{373, 378, 378, 374, 378});
  }
  SECTION("one: five cycles, 372 to 376") {
    s.architecture.monitor->predecessors_per_cycle = 1;
    CHECK(early_stations(run(s).tasks[5]) == Cycles{373, 378, 378, 377, 378});
  }
}

TEST_CASE("so many tasks are woken in a cycle, in the order in which they were counted") {
  Scenario s = early(5);
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  for (Cycle submit = 20; submit <= 100; submit += 20) {
    s.tasks.push_back(make_task(TaskClass::block, 1, 10, submit, {0}));
  }
  const auto ready = [](const Outcome& o) {
    Cycles cycles;
    for (std::size_t t = 1; t < o.tasks.size(); ++t) cycles.push_back(o.tasks[t].ready);
    return cycles;
  };
  SECTION("four") { CHECK(ready(run(s)) == Cycles{198, 198, 198, 198, 199}); }
  SECTION("two") {
    s.architecture.monitor->wakeups_per_cycle = 2;
    CHECK(ready(run(s)) == Cycles{198, 198, 199, 199, 200});
  }
  SECTION("one") {
    s.architecture.monitor->wakeups_per_cycle = 1;
    const Outcome o = run(s);
    CHECK(ready(o) == Cycles{198, 199, 200, 201, 202});
    // Each is matched in the cycle in which it is seen.
    CHECK(o.jobs[5][0].picked == 203);
  }
}

TEST_CASE("an event that was registered early ends a cycle after its last predecessor") {
  Scenario s = one_waits(2);
  s.tasks[1] = make_task(TaskClass::event, 0, 0, 20, {0});
  s.tasks[2].after = {1};
  const Outcome o = run(s);
  CHECK(o.tasks[1].registered == 93);
  CHECK(o.tasks[1].ready == 198);
  CHECK(o.tasks[1].completed == 198);
  // Woken in 198.
  CHECK(early_stations(o.tasks[2]) == Cycles{113, 118, 118, 199, 199});
}

TEST_CASE("tasks that wait have at most half of the ids") {
  Scenario s = one_waits(2);
  s.tasks[2].after = {0};
  SECTION("of one none: the id comes when the predecessor is done, and says so") {
    s.architecture.monitor->task_ids = 1;
    const Outcome o = run(s);
    // Id 0 is free in 197, when task 1 is released; granted in 197. Task 2 gets it when task 1 is done.
    CHECK(early_stations(o.tasks[1]) == Cycles{198, 203, 203, 198, 203});
    CHECK(o.tasks[2].registered == o.tasks[1].completed + 1);
  }
  SECTION("of three one") {
    s.architecture.monitor->task_ids = 3;
    const Outcome o = run(s);
    CHECK(early_stations(o.tasks[1]) == Cycles{93, 98, 98, 198, 198});
    CHECK(early_stations(o.tasks[2]) == Cycles{198, 203, 203, 198, 203});
  }
  SECTION("of three, and a task that waits for nothing goes past those that do") {
    s.architecture.monitor->task_ids = 3;
    s.tasks.push_back(make_task(TaskClass::cluster, 1, 10, 60));
    // Cached 130, shown 131, at the monitor 132.
    CHECK(run(s).tasks[3].registered == 133);
  }
}

TEST_CASE("tasks that wait have no slot that belongs to a class") {
  Scenario s = one_waits(2);
  s.tasks[2].after = {0};
  SECTION("four slots: the decomposer queries, as without early registration") {
    s.architecture.decomposer->slots = 4;
    const Outcome o = run(s);
    CHECK(early_stations(o.tasks[1]) == Cycles{200, 205, 205, 198, 205});
    CHECK(o.tasks[1].slot_taken == 198);
  }
  SECTION("five slots: one task at a time") {
    s.architecture.decomposer->slots = 5;
    const Outcome o = run(s);
    CHECK(early_stations(o.tasks[1]) == Cycles{93, 98, 98, 198, 198});
    // Queried in 111, answered in 197; registered with the slot of its class.
    CHECK(early_stations(o.tasks[2]) == Cycles{200, 205, 205, 198, 205});
  }
  SECTION("a query becomes a registration when a slot is free") {
    s.architecture.decomposer->slots = 5;
    s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 300, 20, {0}),
               make_task(TaskClass::block, 1, 10, 40, {1})};
    const Outcome o = run(s);
    // Task 1 is issued in 202, its last flit leaves in 206: verdict 207, slot free in 208, registration at the monitor
    // 209.
    CHECK(o.tasks[1].slot_freed == 208);
    CHECK(o.tasks[2].slot_taken == 208);
    CHECK(o.tasks[2].registered == 210);
    CHECK(o.tasks[1].completed == 211 + 300 + 6);
    CHECK(o.tasks[2].ready == 518);
    CHECK(o.jobs[2][0].picked == 519);
  }
}

TEST_CASE("an entry of a task that waits goes to one that does not") {
  Scenario s = one_waits(2);
  s.architecture.dispatcher->picker->entries = 1;
  const Outcome o = run(s);
  // Lent to task 1 in 98, given to task 2 in 118, free with its pick in 119, and lent to task 1 again.
  CHECK(early_stations(o.tasks[2]) == Cycles{113, 118, 118, 111, 118});
  CHECK(early_stations(o.tasks[1]) == Cycles{93, 98, 119, 198, 198});
  CHECK(o.jobs[1][0].picked == 199);
}

TEST_CASE("a task that waits reserves nothing, and no timer runs for it") {
  Scenario s = one_waits(1);
  s.architecture.dispatcher->match_against = MatchAgainst::reserve;
  s.architecture.dispatcher->match_timeout = 80;
  const Outcome o = run(s);
  // Task 2 looks for p0 from 118 on, and fails in 198, in which p0 is free. Task 1 is seen in 198, and has it.
  REQUIRE(o.failures.size() == 1);
  CHECK(o.failures[0].task == 2);
  CHECK(o.failures[0].at == 198);
  CHECK(o.jobs[1][0].matched == 198);
  CHECK(o.jobs[1][0].picked == 199);
}

TEST_CASE("of two tasks the one that was ready first is matched first") {
  const Outcome o = run(one_waits(1));
  // Task 2 has been looking for p0 since 118, task 1 since 198.
  CHECK(o.jobs[2][0].picked == 199);
  CHECK(o.jobs[1][0].picked > o.jobs[2][0].picked);
}

TEST_CASE("a planned order holds: no task gets an id before those planned before it are released") {
  Scenario s = one_waits(2);
  s.tasks[1].cls = TaskClass::cluster;
  s.tasks[2].registered_before = {1};
  const Outcome o = run(s);
  CHECK(early_stations(o.tasks[1]) == Cycles{93, 98, 98, 198, 198});
  // Task 1 is released in 197, which wakes task 2 in 198: its id is granted in 198.
  CHECK(o.tasks[2].released == 198);
  CHECK(o.tasks[2].released_by == 1);
  CHECK(early_stations(o.tasks[2]) == Cycles{199, 204, 204, 199, 204});
}

TEST_CASE("an order that waits for ever is told") {
  Scenario s = early(1);
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 10, 20, {0})};
  const auto told = [&] {
    const Outcome o = run_once(s, 0, 100);
    REQUIRE(o.end == RunEnd::deadlock);
    return std::vector<std::string>{o.stats.diagnosis.at(1), o.stats.diagnosis.at(2)};
  };
  SECTION("of a plan") {
    s.tasks[0].registered_before = {1};
    CHECK(told() == std::vector<std::string>{"task '0' waits for task '1' (still in the queue of class block)",
                                             "they wait for each other: task '0' waits for '1', which waits in its "
                                             "queue behind '0'"});
  }
  SECTION("of predecessors") {
    s.tasks[0].after = {1};
    CHECK(told() == std::vector<std::string>{"task '0' waits for task '1' (registered, and waits itself)",
                                             "task '1' waits for task '0' (registered, and waits itself)"});
  }
}

}  // namespace gantry::early_registration_test
