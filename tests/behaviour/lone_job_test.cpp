// SPDX-License-Identifier: Apache-2.0
// One job alone: the sum of its stations, on every kind of way.
#include "behaviour/scenario.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"

namespace gantry::lone_job_test {

TEST_CASE("a job alone on a mesh takes the sum of its stations") {
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  const Outcome o = run(s);
  // As derived in scenario.h: the job arrives in 91 and computes at once, 100 cycles to 191; completed + 6 = 197.
  CHECK(stations(o.tasks[0]) == Cycles{0, 70, 73, 77, 78, 82, 82, 197});
  CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 91, 191, 197});
  // The interrupt reaches the host in 197 + L(1, 1) = 203 and is taken in interrupt_cycles = 1.
  CHECK(o.stats.cycles == 204);
}

TEST_CASE("a job alone on a tree climbs to the common switch and comes down") {
  // Four leaves: switch 1 has host (0) and scheduler (1), switch 2 has memory (2) and p0 (3), the root joins them.
  // Links: 0 within a switch, 2 across. L(0, F) = F + 3, L(2, F) = F + 7.
  Scenario s = tiny(1);
  s.architecture.interconnect.topology = "tree";
  s.architecture.placement->processors = {3};
  s.tasks = {make_task(TaskClass::block, 1, 50)};
  s.tasks[0].input_bytes = 64;
  const Outcome o = run(s);
  // Write at memory 12, done 26, acknowledged + L(2, 1) = 34, doorbell + L(0, 1) = 38, read at memory + L(2, 1) = 46,
  // done 60, cached + L(2, 5) = 72; then + 3, + 4, + 1, + 1 as on the mesh; at the send port in 83, issued 84.
  CHECK(stations(o.tasks[0]) == Cycles{0, 72, 75, 79, 80, 84, 84, 177});
  // Arrived 83 + L(2, 5) = 95. Input read at memory 95 + L(0, 1) = 99, its first bytes there after 13 + 1 = 113, back
  // with ceil((8 + 64) / 32) = 3 flits: 113 + L(0, 3) = 119. Finished 169, completed + L(2, 1) = 177.
  CHECK(stations(o.jobs[0][0]) == Cycles{81, 84, 95, 119, 169, 177});
  CHECK(o.stats.cycles == 177 + 4 + 1);  // interrupt L(0, 1), taken in 1
}

TEST_CASE("every named latency stands where docs/timing.md puts it") {
  Scenario s = tiny(1);
  Architecture& a = s.architecture;
  a.interconnect.router_cycles = 3;
  a.interconnect.link_cycles = 2;
  a.memory->latency_cycles = 21;
  a.memory->bytes_per_cycle = Speed{16000000};
  a.monitor->register_cycles = 7;
  a.decomposer->split_cycles = 9;
  a.dispatcher->picker->reweigh_cycles = 11;
  a.dispatcher->picker->pick_latency_cycles = 5;
  a.dispatcher->collect_cycles = 6;
  a.host->interrupt_cycles = 13;
  a.processors->at(0).speed.millionths = 1500000;
  s.tasks = {make_task(TaskClass::cluster, 1, 100)};
  const Outcome o = run(s);
  // L(H, F) = 1 + 5 (H + 1) + 2 + F - 1: L(1, 1) = 13, L(2, 1) = 18, L(1, 5) = 17, L(2, 5) = 22. Memory 21 + 8 = 29.
  // The k-th flit of a descriptor has its 32 k - 8 bytes ceil((32 k - 8) / 16) = 2 k cycles after 21: the fourth one,
  // for which the message waits longest, after 8, so it is sent after 21 + 8 - 3 = 26. Write at memory 22, done 51,
  // acknowledged 69, doorbell 82, read at memory 95, sent 121, cached 138. Monitor 140, registered + 7 = 147, split + 9
  // = 156, admitted 157, reweigh 158..168, picked 169. Send port + 5 + 6 = 180, issued 181, arrived 180 + 17 = 197,
  // ceil(100 / 1.5) = 67 to 264, completed + 13 = 277.
  CHECK(stations(o.tasks[0]) == Cycles{0, 138, 147, 156, 157, 181, 181, 277});
  CHECK(stations(o.jobs[0][0]) == Cycles{169, 181, 197, 197, 264, 277});
  CHECK(o.stats.cycles == 277 + 13 + 13);
}

TEST_CASE("a task submitted far in the future keeps its cycles, and the wait before it costs nothing") {
  constexpr Cycle kLater = 1'000'000'000'000;
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::block, 1, 100, kLater)};
  const Outcome o = run(s, 1);
  CHECK(o.looks == 1);  // fewer than 4096 cycles were evaluated
  CHECK(stations(o.tasks[0]) ==
        Cycles{kLater, kLater + 70, kLater + 73, kLater + 77, kLater + 78, kLater + 82, kLater + 82, kLater + 197});
  CHECK(o.stats.cycles == kLater + 204);
}

TEST_CASE("a job without compute cycles finishes in the cycle in which it starts") {
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::union_, 1, 0)};
  CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 82, 91, 91, 91, 97});
}

}  // namespace gantry::lone_job_test
