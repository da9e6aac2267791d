// SPDX-License-Identifier: Apache-2.0
// The queues between host and decomposer: reads ahead, the window at their heads, several rings of a class, how fast
// predecessors are looked at, and orders that wait for ever.
#include "behaviour/scenario.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry::class_queue_test {

namespace {

/// cached, shown, ready, registered
Cycles head_stations(const TaskRecord& t) { return {t.cached, t.shown, t.ready, t.registered}; }

/// Task 1 waits for task 0, task 2 behind it for nothing.
Scenario blocked_head() {
  Scenario s = tiny(2);
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 10, 20, {0}),
             make_task(TaskClass::block, 1, 10, 40)};
  return s;
}

}  // namespace

TEST_CASE("with a window of one a head that waits blocks those behind it") {
  const Outcome o = run(blocked_head());
  CHECK(o.tasks[0].completed == 197);
  // Task 1: cached 90, shown 91, query at the monitor 92, answered in 197, request at the monitor 199, registered 200.
  CHECK(head_stations(o.tasks[1]) == Cycles{90, 91, 198, 200});
  // The cache hears of it in 201 and shows the next; request at the monitor 203, registered 204.
  CHECK(head_stations(o.tasks[2]) == Cycles{110, 202, 202, 204});
  // The decomposer hears in 111 that something stands behind the head, which waits until 198.
  CHECK(stall(o, "decomposer", "head_of_line_block") == 198 - 111);
}

TEST_CASE("with a wider window the oldest task that is ready goes first") {
  Scenario s = blocked_head();
  s.architecture.task_cache->window = 4;
  const Outcome o = run(s);
  CHECK(head_stations(o.tasks[1]) == Cycles{90, 91, 198, 200});
  // Shown while task 1 waits: request at the monitor 112.
  CHECK(head_stations(o.tasks[2]) == Cycles{110, 111, 111, 113});
  CHECK(stall(o, "decomposer", "head_of_line_block") == 0);
}

TEST_CASE("of two ready tasks in a window the older is registered first") {
  Scenario s = tiny(2);
  s.architecture.task_cache->window = 2;
  s.tasks = {make_task(TaskClass::cluster, 1, 100), make_task(TaskClass::block, 1, 10, 20, {0}),
             make_task(TaskClass::block, 1, 10, 40, {0})};
  const Outcome o = run(s);
  // Both wait for task 0, which is done in 197. The monitor looks at one query a cycle: answers seen in 198 and 199.
  CHECK(head_stations(o.tasks[1]) == Cycles{90, 91, 198, 200});
  CHECK(head_stations(o.tasks[2]) == Cycles{110, 111, 199, 201});
}

TEST_CASE("tasks of another stream go on in a ring of their own") {
  Scenario s = blocked_head();
  s.architecture.task_cache->queues_per_class = 2;
  s.tasks[2].stream = 5;  // ring 5 mod 2
  const Outcome o = run(s);
  CHECK(head_stations(o.tasks[1]) == Cycles{90, 91, 198, 200});
  CHECK(head_stations(o.tasks[2]) == Cycles{110, 111, 111, 113});
}

TEST_CASE("a queue reads several descriptors at a time") {
  Scenario s = tiny(1);
  s.tasks.assign(4, make_task(TaskClass::event, 0, 0));
  const auto cached = [](const Outcome& o) {
    return Cycles{o.tasks[0].cached, o.tasks[1].cached, o.tasks[2].cached, o.tasks[3].cached};
  };
  SECTION("eight: as fast as they are written, one every five flits") {
    // Doorbells at the scheduler in 40, 45, 50 and 55, and a read request in each of these cycles.
    const Outcome o = run(s);
    CHECK(cached(o) == Cycles{70, 75, 80, 85});
    CHECK(stall(o, "task_cache", "reads") == 0);
  }
  SECTION("one: a request when the descriptor before is there, L(1, 1) + M(128) + L(1, 5) = 6 + 14 + 10 cycles") {
    s.architecture.task_cache->reads_in_flight = 1;
    const Outcome o = run(s);
    CHECK(cached(o) == Cycles{70, 100, 130, 160});
    // From the second doorbell on, until the last request is sent.
    CHECK(stall(o, "task_cache", "reads") == 130 - 45);
    CHECK(stall(o, "task_cache", "bursts") == 0);
  }
  SECTION("one burst for all queues: the same, and it is the bursts that it waits for") {
    s.architecture.memory->outstanding_bursts = 1;
    const Outcome o = run(s);
    CHECK(cached(o) == Cycles{70, 100, 130, 160});
    CHECK(stall(o, "task_cache", "reads") == 0);
    CHECK(stall(o, "task_cache", "bursts") == 130 - 45);
  }
}

TEST_CASE("the monitor looks at so many predecessors of a query in a cycle") {
  Scenario s = tiny(1);
  s.tasks.assign(5, make_task(TaskClass::event, 0, 0));
  s.tasks.push_back(make_task(TaskClass::block, 1, 10, 300, {0, 1, 2, 3, 4}));
  // Cached 370, shown 371, the query at the monitor in 372.
  SECTION("four: two cycles") {
    // Answered in 373, seen in 374, request at the monitor 375.
    CHECK(head_stations(run(s).tasks[5]) == Cycles{370, 371, 374, 376});
  }
  SECTION("one: five cycles") {
    s.architecture.monitor->predecessors_per_cycle = 1;
    CHECK(head_stations(run(s).tasks[5]) == Cycles{370, 371, 377, 379});
  }
}

TEST_CASE("a descriptor is longer by four bytes for every predecessor that it has no room for") {
  Scenario s = tiny(1);
  s.architecture.descriptor->predecessors = 0;
  s.tasks.assign(7, make_task(TaskClass::event, 0, 0));
  s.tasks.push_back(make_task(TaskClass::block, 1, 10, 300, {0, 1, 2, 3, 4, 5, 6}));
  // 128 + 28 bytes are ceil((8 + 156) / 32) = 6 flits and 2 cycles of the memory's bus: write at memory 300 + L(2, 6) =
  // 313, done 328, acknowledged 336, doorbell 342, read at memory 348, data sent 362, cached + L(1, 6) = 373.
  CHECK(run(s).tasks[7].cached == 373);
  s.architecture.descriptor->predecessors = 7;
  CHECK(run(s).tasks[7].cached == 370);
}

TEST_CASE("an order that waits for ever is told by the names of the tasks") {
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::block, 1, 10, 0, {1}), make_task(TaskClass::block, 1, 10)};
  const auto told = [&] {
    const Outcome o = run_once(s, 0, 100);
    REQUIRE(o.end == RunEnd::deadlock);
    return std::vector<std::string>{o.stats.diagnosis.at(1), o.stats.diagnosis.at(2)};
  };
  SECTION("behind another one in its queue") {
    CHECK(told() == std::vector<std::string>{"task '0' waits for task '1' (still in the queue of class block)",
                                             "they wait for each other: task '0' waits for '1', which waits in its "
                                             "queue behind '0'"});
  }
  SECTION("in front of a full ring") {
    s.architecture.host->ring_entries = 1;
    CHECK(told() == std::vector<std::string>{"task '0' waits for task '1' (not submitted yet)",
                                             "they wait for each other: task '0' waits for '1', which finds its ring "
                                             "full behind '0'"});
  }
  SECTION("beyond the monitor's window") {
    s.architecture.monitor->completion_window = 1;
    CHECK(told() == std::vector<std::string>{"task '0' waits for task '1' (not submitted yet)",
                                             "they wait for each other: task '0' waits for '1', which is "
                                             "monitor.completion_window tasks ahead of '0'"});
  }
  SECTION("a wider window gets both through") {
    s.architecture.task_cache->window = 2;
    CHECK(run(s).end == RunEnd::complete);
  }
}

}  // namespace gantry::class_queue_test
