// SPDX-License-Identifier: Apache-2.0
// Predecessors, event tasks, task ids and decomposer slots: when a task may be registered.
#include "behaviour/scenario.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"

namespace gantry::task_order_test {

TEST_CASE("a task is registered after its predecessor has completed, one query and one registration later") {
  Scenario s = tiny(1);
  s.architecture.monitor->query_cycles = 5;
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 50, 20, {0})};
  const Outcome o = run(s);
  CHECK(o.tasks[0].completed == 197);
  // Cached 90. The query reaches the monitor in 92 and waits there. Answered in 197, seen by the
  // decomposer 197 + 5 = 202, which sends the registration request: monitor 203, registered 204, split 208, admitted
  // 209, picked 210, issued 213. Arrived 212 + 10 = 222, finished 272, completed 278.
  CHECK(stations(o.tasks[1]) == Cycles{20, 90, 204, 208, 209, 213, 213, 278});
  CHECK(o.stats.cycles == 285);
}

TEST_CASE("a predecessor that is done already costs one query") {
  Scenario s = tiny(1);
  s.architecture.monitor->query_cycles = 5;
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::union_, 1, 50, 300, {0})};
  const Outcome o = run(s);
  // Cached 370, decomposer 371, query at the monitor 372, answer 377, request at the monitor 378, registered 379.
  CHECK(o.tasks[1].registered == 379);
}

TEST_CASE("an event task is done when it is registered, and wakes the task after it") {
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::event, 0, 0, 20, {0}),
             make_task(TaskClass::cluster, 1, 10, 40, {1})};
  const Outcome o = run(s);
  // Task 0 completed 197, answer to the event's query 198, request at the monitor 199, id and done 200.
  CHECK(stations(o.tasks[1]) == Cycles{20, 90, 200, kNever, kNever, kNever, kNever, 200});
  // The event wakes task 2 in 200: answer 201, request 202, registered 203, split 207, admitted 208, picked 209,
  // issued 212, arrived 211 + 10 = 221, finished 231, completed 237.
  CHECK(stations(o.tasks[2]) == Cycles{40, 110, 203, 207, 208, 212, 212, 237});
  CHECK(o.stats.cycles == 244);
}

TEST_CASE("a registration waits for a task id and gets it in the cycle in which one is freed") {
  Scenario s = tiny(1);
  s.architecture.monitor->task_ids = 1;
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::cluster, 1, 10, 20)};
  const Outcome o = run(s);
  CHECK(o.tasks[0].id == 0);
  CHECK(o.tasks[1].id == 0);
  // Requested at the monitor in 92. Task 0 completed 197: granted in 197, registered 198, split 202, admitted 203,
  // picked 204, issued 207, arrived 206 + 10 = 216, finished 226, completed 232.
  CHECK(stations(o.tasks[1]) == Cycles{20, 90, 198, 202, 203, 207, 207, 232});
  CHECK(o.stats.cycles == 239);
}

TEST_CASE("of the task ids that are free the lowest is given out") {
  Scenario s = tiny(2);
  s.tasks = {make_task(TaskClass::block, 1, 200), make_task(TaskClass::cluster, 1, 10, 20),
             make_task(TaskClass::block, 1, 10, 200), make_task(TaskClass::block, 1, 10, 400)};
  const Outcome o = run(s);
  // Task 1 is done when task 2 comes, task 0 when task 3 does: their ids are free again.
  CHECK(o.tasks[0].id == 0);
  CHECK(o.tasks[1].id == 1);
  CHECK(o.tasks[2].id == 1);
  CHECK(o.tasks[3].id == 0);
}

TEST_CASE("a task waits for a decomposer slot until all jobs of another are sent, and other classes go on") {
  Scenario s = tiny(2);
  Architecture& a = s.architecture;
  a.decomposer->slots = 4;  // one per class with jobs, none to share
  a.dispatcher->match_against = MatchAgainst::capable;
  a.processors->at(0).count = 1;
  a.processors->push_back(a.processors->at(0));
  a.processors->at(1).type = "other";
  s.tasks = {make_task(TaskClass::block, 2, 100), make_task(TaskClass::block, 1, 10, 20),
             make_task(TaskClass::cluster, 1, 10, 40)};
  s.tasks[0].type = s.tasks[1].type = 0;
  s.tasks[2].type = 1;
  const Outcome o = run(s);
  // Job 0 completed 197, seen by the dispatcher 198: job 1 picked 198, at its port 200, its flits leave 201..205.
  CHECK(stations(o.jobs[0][1]) == Cycles{198, 201, 210, 210, 310, 316});
  // Last flit seen by the dispatcher 206, verdict at the decomposer 207: slot free and request sent, monitor 208,
  // registered 209, split 213, admitted 214. The processor is free in 317: picked 317, issued 320, arrived 329,
  // finished 339, completed 345.
  CHECK(stations(o.tasks[1]) == Cycles{20, 90, 209, 213, 214, 320, 320, 345});
  // The cluster task has a slot of its own; its job goes to p1, arrived 121 + L(2, 5) = 133, completed 143 + 8.
  CHECK(stations(o.tasks[2]) == Cycles{40, 110, 113, 117, 118, 122, 122, 151});
}

}  // namespace gantry::task_order_test
