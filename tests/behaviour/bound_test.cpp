// SPDX-License-Identifier: Apache-2.0
// Machines that have too little of one thing: their run takes the bound of that, and what its begin and end cost.
#include "behaviour/scenario.h"
#include "gantry/explain/bounds.h"
#include "gantry/network/control_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry::bound_test {

namespace {

Bounds bounds_of(const Scenario& s) {
  ProcessorSets sets(s.architecture);
  const TaskList source(s.tasks, s.objects.empty() ? nullptr : &s.objects);
  BoundMeter meter(s.architecture, sets, source);
  std::vector<TaskPart> parts;
  for (const Task& task : s.tasks) {
    sets.parts_of(task, parts);
    meter.add(task, parts);
  }
  return meter.bounds();
}

/// So many tasks of one job each.
std::vector<Task> jobs_of(std::size_t count, std::uint64_t cycles) {
  return std::vector<Task>(count, make_task(TaskClass::block, 1, cycles));
}

// Of scenario.h: a task alone is cached in 70, picked in 79, there in 91, and from its end of compute it is 6 to the
// monitor and 7 to the interrupt taken: 104 cycles that are not compute.
constexpr Cycle kAlone = 104;

}  // namespace

TEST_CASE("a job alone takes the round trips and its computation") {
  Scenario s = tiny(1, 2);
  s.tasks = jobs_of(1, 100);
  const Bounds bounds = bounds_of(s);
  CHECK(bounds[Bound::longest_path] == 100);
  CHECK(bounds[Bound::round_trips] == kAlone);
  CHECK(bounds.binding() == Bound::round_trips);
  CHECK(run(s).stats.cycles == 100 + kAlone);
}

TEST_CASE("a chain takes its computation and, task by task, the way from a completion to the next one") {
  Scenario s = tiny(1, 2);
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 50, 0, {0}),
             make_task(TaskClass::block, 1, 25, 0, {1})};
  const Bounds bounds = bounds_of(s);
  CHECK(bounds[Bound::longest_path] == 175);
  // Answer 1, monitor 1, registered 1, split 4, dispatcher 1, picked 1, port 2, L(1, 5) = 10, completion L(1, 1) = 6.
  CHECK(bounds[Bound::round_trips] == kAlone + 27 + 27);
  CHECK(bounds.binding() == Bound::longest_path);
  CHECK(run(s).stats.cycles == 175 + kAlone + 54);
}

TEST_CASE("an input and an output lie on the path of round trips") {
  Scenario s = tiny(1);
  s.tasks = jobs_of(1, 0);
  s.tasks[0].input_bytes = 64;
  s.tasks[0].output_bytes = 700;
  CHECK(bounds_of(s)[Bound::round_trips] == run(s).stats.cycles);
}

TEST_CASE("one processor computes what there is, one job after the other") {
  Scenario s = tiny(1, 2);
  s.tasks = jobs_of(4, 1000);
  const Bounds bounds = bounds_of(s);
  CHECK(bounds[Bound::work] == 4000);
  CHECK(bounds.binding() == Bound::work);
  CHECK(run(s).stats.cycles == 4000 + kAlone);
}

TEST_CASE("a loader loads one task after the other, whatever the wires") {
  Scenario s = tiny(4);
  s.tasks = jobs_of(4, 10);
  s.architecture.dispatcher->loader.task_cycles = 1000;
  SECTION("over the interconnect: the last one is loaded in 79 + 4000, at p3 + L(2, 5), done + L(2, 1)") {
    CHECK(run(s).stats.cycles == 79 + 4000 + 12 + 10 + 8 + 7);
  }
  SECTION("on a star: cached in 65, picked in 74; each way takes a cycle") {
    s.architecture.control->topology = kStar;
    CHECK(run(s).stats.cycles == 74 + 4000 + 1 + 10 + 1 + 1 + 1);
  }
  const Bounds bounds = bounds_of(s);
  CHECK(bounds[Bound::load] == 4000);
  CHECK(bounds.binding() == Bound::load);
}

TEST_CASE("a task of more jobs than processors computes in rounds") {
  Scenario s = tiny(3);
  s.tasks = {make_task(TaskClass::block, 8, 1000)};
  s.architecture.dispatcher->mode = MatchMode::per_job;
  CHECK(bounds_of(s)[Bound::longest_path] == 3000);
  CHECK(bounds_of(s)[Bound::work] == 2667);
  CHECK(run(s).stats.cycles >= 3000);
}

TEST_CASE("work counts the best time of a type, the speed of a processor, and what only some may run") {
  Scenario s = tiny(3);
  ProcessorGroup gpu = s.architecture.processors->at(0);
  s.architecture.processors->at(0).count = 2;
  gpu.type = "gpu";
  gpu.count = 1;
  gpu.speed.millionths = 2000000;
  s.architecture.processors->push_back(gpu);
  Task any = make_task(TaskClass::block, 4, 0);
  any.cycles_by_type = {400, 60};  // 30 on the gpu
  any.cycles = 60;
  s.tasks = {any};
  // 4 x 60 cycles over speed 1 + 1 + 2; 4 x 30 over three processors are 40.
  CHECK(bounds_of(s)[Bound::work] == 60);
  CHECK(bounds_of(s)[Bound::longest_path] == 2 * 30);
  Task on_gpu = make_task(TaskClass::block, 1, 999);
  on_gpu.type = 1;
  s.tasks.push_back(on_gpu);
  CHECK(bounds_of(s)[Bound::work] == 500);  // on the gpu alone
  CHECK(bounds_of(s)[Bound::longest_path] == 500);
}

TEST_CASE("a submit cycle moves the path that begins there") {
  Scenario s = tiny(2);
  s.tasks = {make_task(TaskClass::block, 1, 500), make_task(TaskClass::block, 1, 100, 1000)};
  const Bounds bounds = bounds_of(s);
  CHECK(bounds[Bound::longest_path] == 500);
  CHECK(bounds[Bound::arrivals] == 1100);
  CHECK(run(s).stats.cycles == 1100 + kAlone);
}

TEST_CASE("interrupts are taken one after the other") {
  Scenario s = tiny(2);
  s.architecture.host->interrupt_cycles = 1000;
  s.tasks = jobs_of(4, 1);
  CHECK(bounds_of(s)[Bound::interrupts] == 4000);
  CHECK(bounds_of(s).binding() == Bound::interrupts);
  CHECK(run(s).stats.cycles == 4000 + kAlone);  // 1 cycle of compute instead of the one of the interrupt
}

TEST_CASE("tasks are submitted no faster than the host can") {
  Scenario s = tiny(2);
  s.architecture.host->submit_cycles = 1000;
  s.tasks = jobs_of(5, 1);
  CHECK(bounds_of(s)[Bound::submission] == 4001);
  CHECK(run(s).stats.cycles == 4000 + 1 + kAlone);
}

TEST_CASE("a read of the task cache takes a round trip") {
  Scenario s = tiny(4, 2);
  s.architecture.task_cache->reads_in_flight = 1;
  s.tasks = jobs_of(20, 1);
  CHECK(bounds_of(s)[Bound::fetch] == 20 * 30);  // from 40 to 70
  CHECK(bounds_of(s).binding() == Bound::fetch);
  // The first reads meet the writes of the host.
  const Cycle twenty = run(s).stats.cycles;
  s.tasks = jobs_of(40, 1);
  // Now and then a request meets an interrupt at the scheduler's terminal.
  const Cycle forty = run(s).stats.cycles;
  CHECK(forty >= twenty + 20 * 30);
  CHECK(forty <= twenty + 21 * 30);
}

TEST_CASE("a task id is taken from its grant to the completion") {
  Scenario s = tiny(2);
  s.architecture.monitor->task_ids = 1;
  s.tasks = jobs_of(3, 100);
  // Granted in 72, completed in 197, and granted again in the same cycle.
  CHECK(bounds_of(s)[Bound::task_ids] == 3 * 125);
  CHECK(run(s).stats.cycles == 72 + 3 * 125 + 7);
}

TEST_CASE("a place of a processor is taken from the pick to the cycle after the completion") {
  Scenario s = tiny(1);
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  s.tasks = jobs_of(3, 100);
  CHECK(bounds_of(s)[Bound::processor_places] == 3 * 119);  // 79 to 198
  CHECK(bounds_of(s).binding() == Bound::processor_places);
  CHECK(run(s).stats.cycles == 79 + 3 * 119 - 1 + 7);
}

TEST_CASE("the picker picks one job a round") {
  Scenario s = tiny(1, 2);
  s.architecture.dispatcher->picker->pick_interval_cycles = 200;
  s.tasks = jobs_of(6, 1);
  CHECK(bounds_of(s)[Bound::pick] == 5 * 200 + 1);
  CHECK(run(s).stats.cycles == 5 * 200 + 1 + kAlone);
}

TEST_CASE("a send port sends one job message after the other") {
  Scenario s = tiny(6, 64);
  s.tasks = {make_task(TaskClass::block, 256, 1)};
  CHECK(bounds_of(s)[Bound::send] == 256 * 5);
  s.architecture.dispatcher->send_ports = 2;
  CHECK(bounds_of(s)[Bound::send] == 128 * 5);
}

TEST_CASE("memory moves every byte, and its links every flit") {
  Scenario s = tiny(1);
  s.architecture.memory->bytes_per_cycle = Speed{8000000};
  s.tasks = jobs_of(1, 1);
  s.tasks[0].jobs = 4;
  s.tasks[0].input_bytes = 1000;
  s.tasks[0].output_bytes = 300;
  s.architecture.dispatcher->mode = MatchMode::per_job;
  // The descriptor there and back: 2 x 16. Inputs of 3 bursts of 32 cycles and one of 29; outputs of 32 and 6.
  CHECK(bounds_of(s)[Bound::memory] == 32 + 4 * (3 * 32 + 29 + 32 + 6));
  // In: the descriptor's 5 and its request, 4 requests a job, and 9 + 2 flits of output. Out: an acknowledgement, the
  // descriptor's 5, and a job's 3 x 9 + 8 flits of input and 2 acknowledgements.
  CHECK(bounds_of(s)[Bound::memory_links] == std::max<Cycle>(6 + 4 * (4 + 11), 6 + 4 * (35 + 2)));
  CHECK(bounds_of(s)[Bound::processor_links] == 4 * (5 + 35 + 2));
  const Outcome o = run(s);
  for (const LinkStats& link : o.stats.traffic.links) {
    if (link.kind == LinkKind::exit &&
        o.stats.traffic.terminals[link.to] == s.architecture.processors->at(0).type + "0") {
      CHECK(link.flits == bounds_of(s)[Bound::processor_links]);
    }
  }
  // One at a time: 13 + 32 and the cycle after it.
  s.architecture.memory->outstanding = 1;
  const Cycle bus = bounds_of(s)[Bound::memory];
  CHECK(bounds_of(s)[Bound::memory_requests] == bus + (2 + 4 * (4 + 2)) * 14);
}

TEST_CASE("a second controller takes half of the bursts, by their addresses") {
  Scenario s = tiny(1);
  s.architecture.memory->bytes_per_cycle = Speed{1000000};
  s.architecture.memory->controllers = 2;
  s.architecture.placement->memory = {2, 8};
  s.tasks = jobs_of(1, 1);
  s.tasks[0].input_bytes = 5 * 256;
  // Data begins at 81,920, in controller 0, which has bursts 0, 2 and 4, and the descriptor.
  CHECK(bounds_of(s)[Bound::memory] == 2 * 128 + 3 * 256);
  CHECK(run(s).stats.cycles >= 1024);
}

}  // namespace gantry::bound_test
