// SPDX-License-Identifier: Apache-2.0
// Full queues on the way in: ring, outstanding writes, task cache, memory, host interrupts.
#include "behaviour/scenario.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry::back_pressure_test {

TEST_CASE("a full ring stalls the host, and the tasks behind it, until an interrupt frees a place") {
  Scenario s = tiny(1, 2);
  s.architecture.host->ring_entries = 1;
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 10),
             make_task(TaskClass::cluster, 1, 10)};
  const Outcome o = run(s);
  // Task 0 completed 197, interrupt at the host 203, taken 204: task 1 is written in that cycle, task 2 in the next,
  // although its own ring is empty. The rest as for two tasks from an idle start: cached 274 and 279.
  // Task 1: registered 277, split 281, admitted 282, picked 283, issued 286, arrived 295, finished 305.
  CHECK(stations(o.tasks[1]) == Cycles{204, 274, 277, 281, 282, 286, 286, 311});
  // Task 2 is requested in 287. p0 has a second place but is locked from 283 until the last flit (290) is seen in 291:
  // matched and admitted 291, picked 292, issued 295, arrived 304, started when the first has finished, 305..315.
  CHECK(stations(o.tasks[2]) == Cycles{205, 279, 282, 286, 291, 295, 295, 321});
  CHECK(stations(o.jobs[2][0]) == Cycles{292, 295, 304, 305, 315, 321});
  CHECK(o.stats.cycles == 328);
}

TEST_CASE("the host holds back a descriptor while outstanding_writes are not acknowledged") {
  Scenario s = tiny(2);
  s.architecture.host->outstanding_writes = 1;
  s.tasks = {make_task(TaskClass::block, 1, 10), make_task(TaskClass::cluster, 1, 10)};
  const Outcome o = run(s);
  // Acknowledged in 34: the doorbell is sent and in the same cycle the second descriptor, whose flits follow the
  // doorbell's into the host's router, 36..40. They pass router 1 eastwards in 40..44 and are at memory in
  // 35 + L(2, 5) = 47. The first one's read request, sent in 40 and ready in router 1 in 43, finds the channel held by
  // that packet and leaves in 45: at memory 48, after the write.
  // Write done 47 + 14 = 61, acknowledged 69, doorbell sent 69, at the scheduler 75, read 81, done 95, cached 105.
  // The first one's data are sent in max(48 + 13, 61) + 1 = 62 and cached in 62 + L(1, 5) = 72.
  CHECK(o.tasks[0].cached == 72);
  CHECK(o.tasks[1].submitted == 34);
  CHECK(o.tasks[1].cached == 105);
}

TEST_CASE("a full task cache reads on when the jobs of a task are all sent, and other classes are not shut out") {
  Scenario s = tiny(3);
  s.architecture.task_cache->capacity = 5;  // one per class, none to share
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 10, 20),
             make_task(TaskClass::cluster, 1, 10, 40)};
  const Outcome o = run(s);
  // The doorbell of task 1 is there in 60. Task 0's last flit leaves in 86: dispatcher 87, decomposer 88, cache 89.
  // Read at memory 95; the read of task 2 (doorbell and request 80, memory 86) has the bus until 100:
  // sent max(108, 100) + 1 = 109, cached 119, registered 122.
  CHECK(o.tasks[1].cached == 119);
  CHECK(o.tasks[1].registered == 122);
  CHECK(o.tasks[2].cached == 110);
}

TEST_CASE("a memory controller takes no more requests than it may have outstanding") {
  Scenario s = tiny(2);
  s.tasks = {make_task(TaskClass::block, 2, 10)};
  s.tasks[0].input_bytes = 256;  // 2 cycles of the data bus, ceil(264 / 32) = 9 flits
  // Job 0 for p0: port 81, flits 82..86, arrived 91, read at memory 91 + L(2, 1) = 99, bytes move 112..114, sent 113,
  // started 113 + L(2, 9) = 129. Job 1 for p1: port 82, flits 87..91, arrived 86 + L(2, 5) = 98, read at memory
  // 98 + L(3, 1) = 108.
  SECTION("one") {
    s.architecture.memory->outstanding = 1;
    const Outcome o = run(s);
    CHECK(o.jobs[0][0].started == 129);
    // The place is free in the cycle after 114: accepted 115, sent 129, started 129 + L(3, 9) = 147.
    CHECK(stations(o.jobs[0][1]) == Cycles{80, 87, 98, 147, 157, 165});
  }
  SECTION("two: the second access overlaps with the first one") {
    s.architecture.memory->outstanding = 2;
    const Outcome o = run(s);
    CHECK(o.jobs[0][0].started == 129);
    // Sent max(108 + 13, 114) + 1 = 122, when the first one's flits, 114..122, have left: 122 + L(3, 9) = 140.
    CHECK(stations(o.jobs[0][1]) == Cycles{80, 87, 98, 140, 150, 158});
  }
}

TEST_CASE("a task that is too far ahead of the oldest unfinished one stalls the host") {
  Scenario s = tiny(2);
  s.architecture.monitor->completion_window = 2;
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::cluster, 1, 10),
             make_task(TaskClass::cluster, 1, 10)};
  const Outcome o = run(s);
  // Task 1 is done early, but task 0 keeps its bit: its interrupt, taken in 204, says that the window begins at task 2.
  CHECK(o.tasks[1].completed < o.tasks[0].completed);
  CHECK(o.tasks[2].submitted == 204);
  CHECK(stall(o, "host", "completion_window") == 204 - 2);
}

TEST_CASE("each ring of a class is full for itself") {
  Scenario s = tiny(2);
  s.architecture.host->ring_entries = 1;
  s.architecture.task_cache->queues_per_class = 2;
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 100),
             make_task(TaskClass::block, 1, 10)};
  s.tasks[1].stream = 3;  // the second ring
  s.tasks[2].stream = 2;  // the first one
  const Outcome o = run(s);
  CHECK(o.tasks[1].submitted == 1);
  CHECK(o.tasks[2].submitted == 204);  // task 0's interrupt
}

TEST_CASE("the host takes one interrupt after the other") {
  Scenario s = tiny(1);
  s.architecture.host->interrupt_cycles = 40;
  s.tasks = {make_task(TaskClass::event, 0, 0), make_task(TaskClass::event, 0, 0)};
  const Outcome o = run(s);
  // Cached 70 and 75; done 3 later; interrupts at the host 79 and 84.
  CHECK(o.tasks[0].completed == 73);
  CHECK(o.tasks[1].completed == 78);
  // The first is taken in 119, the second waits until then: 159.
  CHECK(o.stats.cycles == 159);
}

}  // namespace gantry::back_pressure_test
