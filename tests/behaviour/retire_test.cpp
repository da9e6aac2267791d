// SPDX-License-Identifier: Apache-2.0
// How the window of tasks whose completion is stored moves on, with a bound on its steps in a cycle.
#include "behaviour/scenario.h"
#include "gantry/platform/host_config.h"
#include "gantry/scheduler/state_monitor_config.h"

namespace gantry::retire_test {

namespace {

/// Tasks 1 to 3 are done while task 0 runs on p0 until 197; the window has room for four. Tasks 4 to 8 come then.
Scenario four_at_once(std::uint32_t retire) {
  Scenario s = tiny(4);
  s.architecture.monitor->completion_window = 4;
  s.architecture.monitor->retire_per_cycle = retire;
  s.tasks.push_back(make_task(TaskClass::cluster, 1, 100));
  for (const Cycle submit : {20, 40, 60}) s.tasks.push_back(make_task(TaskClass::event, 0, 0, submit));
  for (int i = 0; i < 5; ++i) s.tasks.push_back(make_task(TaskClass::event, 0, 0));
  return s;
}

Cycles submitted(const Outcome& o) {
  Cycles at;
  for (std::size_t task = 4; task < o.tasks.size(); ++task) at.push_back(o.tasks[task].submitted);
  return at;
}

}  // namespace

TEST_CASE("the window moves on over so many tasks in a cycle, and an interrupt tells how far it is") {
  const auto check = [](std::uint32_t retire, const Cycles& wanted) {
    const Outcome o = run(four_at_once(retire));
    CHECK(o.tasks[0].completed == 197);
    for (std::size_t task = 1; task <= 3; ++task) CHECK(o.tasks[task].completed < 197);
    CHECK(submitted(o) == wanted);
  };
  // The host has taken the interrupt of task 0 in 204. Task 4, an event that is submitted then, has its id and is done
  // 73 cycles later, in 277, when the window begins at it with any bound; the host has taken its interrupt in 284.
  SECTION("no bound: told of 4, the host submits 4 to 7") { check(0, {204, 205, 206, 207, 284}); }
  SECTION("one: told of 1") { check(1, {204, 284, 285, 286, 287}); }
  SECTION("two: told of 2") { check(2, {204, 205, 284, 285, 286}); }
  SECTION("as many as there are") { check(4, {204, 205, 206, 207, 284}); }
}

}  // namespace gantry::retire_test
