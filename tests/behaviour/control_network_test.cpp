// SPDX-License-Identifier: Apache-2.0
// Control messages on a network of their own (docs/timing.md, "The control network"): a star's cycles, its ports and
// wires.
#include "behaviour/scenario.h"
#include "gantry/network/control_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry::control_network_test {
namespace {

Scenario with_star(std::uint32_t processors, std::uint32_t link_cycles = 1, std::uint32_t queue_depth = 1) {
  Scenario s = tiny(processors, queue_depth);
  s.architecture.control->topology = kStar;
  s.architecture.control->link_cycles = link_cycles;
  return s;
}

}  // namespace

TEST_CASE("a message on a star arrives link_cycles after it is handed over") {
  // As in docs/timing.md's example, but for the messages to and from the scheduler. The descriptor is written and
  // acknowledged over the interconnect in 34. The doorbell takes l, the read is as ever: at memory + 6, data sent + 14,
  // cached + 10. Decomposer + 1, monitor + 1, registered + 1, split + 4, request + 1, picked + 1, port + 2.
  for (const std::uint32_t l : {1U, 3U, 16U}) {
    INFO("link_cycles " << l);
    Scenario s = with_star(1, l);
    s.tasks = {make_task(TaskClass::block, 1, 100)};
    const Outcome o = run(s);
    const Cycle cached = 34 + l + 6 + 14 + 10;
    const Cycle picked = cached + 9;
    const Cycle at_port = picked + 2;
    CHECK(stations(o.tasks[0]) ==
          Cycles{0, cached, cached + 3, cached + 7, cached + 8, at_port, at_port, at_port + l + 100 + l});
    CHECK(stations(o.jobs[0][0]) ==
          Cycles{picked, at_port, at_port + l, at_port + l, at_port + l + 100, at_port + l + 100 + l});
    // The interrupt takes l, and the host a cycle.
    CHECK(o.stats.cycles == at_port + 100 + 3 * l + 1);
    // The lock falls a cycle after the message left; the decomposer hears of it in the next.
    CHECK(o.tasks[0].slot_freed == at_port + 2);
  }
}

TEST_CASE("any other topology is an interconnect of its own for control messages") {
  Scenario s = tiny(1);
  ControlConfig& control = *s.architecture.control;
  control.topology = "crossbar";  // one router: L(0, F) = F + 3
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  const Outcome o = run(s);
  const Cycle cached = 34 + 4 + 6 + 14 + 10;
  const Cycle at_port = cached + 9 + 2;
  CHECK(stations(o.jobs[0][0]) ==
        Cycles{cached + 9, at_port + 1, at_port + 8, at_port + 8, at_port + 108, at_port + 108 + 4});
  CHECK(o.stats.cycles == at_port + 108 + 4 + 4 + 1);
  REQUIRE(o.stats.control);
  CHECK(o.stats.control->totals.packets == 4);
  CHECK(o.stats.control->totals.flits == 1 + 5 + 1 + 1);
  CHECK(o.stats.control->totals.flit_hops == 1 + 5 + 1 + 1);
}

TEST_CASE("a star carries the control messages, and the interconnect all others") {
  Scenario s = with_star(2);
  s.tasks = {make_task(TaskClass::block, 2, 10)};
  s.tasks[0].input_bytes = 64;
  s.tasks[0].output_bytes = 64;
  const Outcome o = run(s);
  REQUIRE(o.stats.control);
  // A doorbell, two jobs, two completions, an interrupt.
  CHECK(o.stats.control->totals.packets == 6);
  CHECK(o.stats.control->totals.flits == 6);
  CHECK(o.stats.control->totals.flit_hops == 0);
  CHECK(o.stats.control->totals.latency.max == 1);
  // Descriptor, its acknowledgement, its read, its data; of two jobs a read, its data, a write, its acknowledgement.
  CHECK(o.stats.interconnect.packets == 4 + 2 * 4);
  std::uint64_t messages = 0;
  for (const LinkStats& wire : o.stats.control->traffic.links) {
    CHECK(wire.kind == LinkKind::wire);
    messages += wire.flits;
  }
  CHECK(messages == 6);
  CHECK(o.stats.control->traffic.routers.empty());
}

TEST_CASE("a send port of a star sends one message a cycle") {
  // Four jobs are picked in 4 cycles from 45 + 20 on, so a port never has two at a time; with four decisions a round
  // all are picked in one cycle.
  Scenario s = with_star(4);
  s.architecture.dispatcher->decisions_per_round = 4;
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  const Cycle picked = 34 + 1 + 6 + 14 + 10 + 9;
  SECTION("one port") {
    const Outcome o = run(s);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{picked, picked, picked, picked});
    CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{picked + 2, picked + 3, picked + 4, picked + 5});
    CHECK(each(o.jobs[0], &JobRecord::sent) == each(o.jobs[0], &JobRecord::issued));
    CHECK(each(o.jobs[0], &JobRecord::arrived) == Cycles{picked + 3, picked + 4, picked + 5, picked + 6});
  }
  SECTION("two ports") {
    s.architecture.dispatcher->send_ports = 2;
    const Outcome o = run(s);
    CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{picked + 2, picked + 2, picked + 3, picked + 3});
  }
}

TEST_CASE("the scheduler takes one message a cycle from all processors of a star") {
  // Four jobs that end in the same cycle: with four decisions and four ports they start in one.
  Scenario s = with_star(4);
  s.architecture.dispatcher->decisions_per_round = 4;
  s.architecture.dispatcher->send_ports = 4;
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  const Outcome o = run(s);
  const Cycle finished = 34 + 1 + 6 + 14 + 10 + 9 + 2 + 1 + 100;
  CHECK(each(o.jobs[0], &JobRecord::finished) == Cycles{finished, finished, finished, finished});
  // In order of processors.
  CHECK(each(o.jobs[0], &JobRecord::completed) == Cycles{finished + 1, finished + 2, finished + 3, finished + 4});
}

TEST_CASE("a processor of a star is locked until the cycle after its message left") {
  // queue_depth 2: the second job may be picked when the lock of the first has fallen: picked in p, sent in p + 2,
  // picked again in p + 3.
  Scenario s = with_star(1, 1, 2);
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  s.tasks = {make_task(TaskClass::block, 2, 100)};
  const Outcome o = run(s);
  CHECK(o.jobs[0][1].picked == o.jobs[0][0].sent + 1);
  CHECK(o.jobs[0][1].started == o.jobs[0][0].finished);
}

TEST_CASE("a job of a star leaves when it is collected and its task is loaded") {
  Scenario s = with_star(4);
  s.tasks = {make_task(TaskClass::block, 4, 10)};
  const Cycle picked = 34 + 1 + 6 + 14 + 10 + 9;
  SECTION("collected in no time: in the cycle of the pick") {
    s.architecture.dispatcher->collect_cycles = 0;
    s.architecture.dispatcher->picker->pick_latency_cycles = 0;
    const Outcome o = run(s);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{picked, picked + 1, picked + 2, picked + 3});
    CHECK(each(o.jobs[0], &JobRecord::issued) == each(o.jobs[0], &JobRecord::picked));
    CHECK(each(o.jobs[0], &JobRecord::arrived) == Cycles{picked + 1, picked + 2, picked + 3, picked + 4});
  }
  SECTION("loaded: in the last cycle of the load, which is one for all jobs") {
    s.architecture.dispatcher->loader.task_cycles = 100;
    const Outcome o = run(s);
    CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{picked + 100, picked + 101, picked + 102, picked + 103});
  }
}

TEST_CASE("jobs without computation end in order, however soon their completion comes") {
  Scenario s = with_star(1);
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  s.architecture.dispatcher->picker->pick_latency_cycles = 0;
  for (int i = 0; i < 5; ++i) s.tasks.push_back(make_task(TaskClass::block, 1, 0));
  const Outcome o = run(s);
  for (const TaskRecord& task : o.tasks) {
    // Sent in s, completed in s + 2, and in that cycle the slot is free.
    CHECK(task.completed == task.last_issue + 2);
    CHECK(task.slot_freed == task.completed);
  }
}

}  // namespace gantry::control_network_test
