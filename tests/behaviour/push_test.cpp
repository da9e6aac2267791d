// SPDX-License-Identifier: Apache-2.0
// Descriptors that the host pushes into the task cache (docs/timing.md, "Pushed descriptors").
#include "behaviour/scenario.h"
#include "gantry/network/control_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry::push_test {
namespace {

Scenario pushing(std::uint32_t processors) {
  Scenario s = tiny(processors);
  s.architecture.host->push = true;
  return s;
}

}  // namespace

TEST_CASE("a pushed descriptor is in the cache when its message arrives") {
  Scenario s = pushing(1);
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  SECTION("over the interconnect") {
    const Outcome o = run(s);
    // 5 flits over 1 link: L(1, 5) = 10. From there as ever: registered + 3, split + 4, admitted + 1, picked + 1,
    // issued
    // + 3, at p0 L(1, 5) from the port, completed L(1, 1) after 100 cycles.
    CHECK(stations(o.tasks[0]) == Cycles{0, 10, 13, 17, 18, 22, 22, 137});
    CHECK(o.tasks[0].announced == 0);
    CHECK(o.tasks[0].asked == 10);
    // Nothing is written or read: the descriptor, the job, the completion, the interrupt.
    CHECK(o.stats.interconnect.packets == 4);
    CHECK(o.stats.interconnect.flits == 5 + 5 + 1 + 1);
  }
  SECTION("over a star") {
    s.architecture.control->topology = kStar;
    const Outcome o = run(s);
    // A message of a cycle: cached in 1, picked 9 cycles later, issued 2 after that, at p0 + 1, completed + 100 + 1.
    CHECK(stations(o.tasks[0]) == Cycles{0, 1, 4, 8, 9, 12, 12, 114});
    CHECK(o.stats.interconnect.packets == 0);
    CHECK(o.stats.control->totals.packets == 4);
  }
}

TEST_CASE("a queue has one slot of the cache of its own, and all share the others") {
  // Five queues and six slots: one is shared. Tasks of class block, one job of 1000 cycles each on the only processor;
  // matched against `idle`, the second waits in the decomposer for the first, so its slot of the cache stays taken.
  Scenario s = pushing(1);
  s.architecture.control->topology = kStar;
  s.architecture.task_cache->capacity = 6;
  s.tasks = {make_task(TaskClass::block, 1, 1000), make_task(TaskClass::block, 1, 1000),
             make_task(TaskClass::block, 1, 1000), make_task(TaskClass::cluster, 1, 1000)};
  const Outcome o = run(s);
  CHECK(o.tasks[0].submitted == 0);
  CHECK(o.tasks[1].submitted == 1);  // the shared slot
  // The first slot is free two cycles after the verdict of its job: sent in 12, dispatcher 13, decomposer 14, cache 15.
  // The host sees the credit in 16, and submits in that cycle.
  CHECK(o.tasks[0].slot_freed == 14);
  CHECK(o.tasks[2].submitted == 16);
  // The order of submission is fixed, so the task of another queue waits behind it; its own slot is free.
  CHECK(o.tasks[3].submitted == 17);
  CHECK(stall(o, "host", "no_credit") == 14);  // cycles 2 to 15
}

TEST_CASE("a credit takes credit_cycles") {
  Scenario s = pushing(1);
  s.architecture.control->topology = kStar;
  s.architecture.task_cache->capacity = 5;
  s.architecture.host->credit_cycles = 7;
  s.tasks = {make_task(TaskClass::block, 1, 10), make_task(TaskClass::block, 1, 10)};
  const Outcome o = run(s);
  CHECK(o.tasks[1].submitted == o.tasks[0].slot_freed + 1 + 7);
}

TEST_CASE("a class that waits for another one does not shut it out") {
  // Tasks of class block wait for the task of class cluster, which is submitted after them as far as there are slots.
  // With the slot of its own the queue of cluster always gets it.
  Scenario s = pushing(2);
  s.architecture.task_cache->capacity = 7;
  s.tasks = {make_task(TaskClass::cluster, 1, 50)};
  for (std::uint64_t i = 0; i < 12; ++i) {
    const TaskClass cls = i % 3 == 2 ? TaskClass::cluster : TaskClass::block;
    s.tasks.push_back(make_task(cls, 1, 50, 0, {i}));
  }
  const Outcome o = run(s);
  for (std::size_t i = 1; i < o.tasks.size(); ++i) CHECK(o.tasks[i].registered > o.tasks[i - 1].completed);
}

TEST_CASE("data of jobs begins at address 0, because there are no rings") {
  Scenario s = pushing(1);
  s.architecture.memory->controllers = 2;
  s.architecture.placement->memory = {2, 5};
  s.tasks = {make_task(TaskClass::block, 1, 10)};
  s.tasks[0].input_bytes = 100;
  const Outcome o = run(s);
  for (const LinkStats& link : o.stats.traffic.links) {
    // The only burst goes to controller 0.
    if (link.kind == LinkKind::exit && o.stats.traffic.terminals[link.to] == "memory1") CHECK(link.flits == 0);
    if (link.kind == LinkKind::exit && o.stats.traffic.terminals[link.to] == "memory0") CHECK(link.flits == 1);
  }
}

}  // namespace gantry::push_test
