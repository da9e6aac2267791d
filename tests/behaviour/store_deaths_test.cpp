// SPDX-License-Identifier: Apache-2.0
// Local stores that die (docs/faults.md, "Local stores"): where their parts come from then, and who fails. Cycles count
// from the arrival of a job, on the tiny machine (scenario.h). p0 is at node 4, p1 at 3, p2 at 5, memory at 2. A part
// of 256 bytes is a burst of 9 flits. It comes
//   from p0's store to p1 in L(1, 1) + 256 / 32 + L(1, 9) = 6 + 8 + 14 = 28 cycles,
//   from p1's store to p2 in L(2, 1) + 8 + L(2, 9) = 8 + 8 + 16 = 32 cycles,
//   from memory to p1 in L(3, 1) + 14 + L(3, 9) = 10 + 14 + 18 = 42 cycles, to p0 and p2 in 38.
#include <string>
#include <vector>

#include "behaviour/scenario.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/state_monitor_config.h"

namespace gantry::store_deaths_test {

namespace {

ObjectShape object(std::uint64_t bytes, std::uint32_t readers) {
  ObjectShape shape;
  shape.bytes = bytes;
  shape.parts = 1;
  shape.written = readers > 0;
  if (readers > 0) shape.readers = {readers};
  return shape;
}

/// A task of one job of 10 cycles on a processor.
Task on(ProcessorId p, std::vector<DataRead> reads, std::vector<std::uint32_t> writes,
        std::vector<std::uint64_t> after = {}) {
  Task task = make_task(TaskClass::block, 1, 10, 0, std::move(after));
  task.processors = {p};
  task.reads = std::move(reads);
  task.writes = std::move(writes);
  return task;
}

/// Machines with stores of 1,024 bytes at each processor.
Scenario with_stores(std::uint32_t processors, bool through) {
  Scenario s = tiny(processors, 2);
  for (ProcessorGroup& group : *s.architecture.processors) {
    group.local.bytes = 1024;
    group.local.bytes_per_cycle = 32;
  }
  if (through) s.architecture.memory->writes = MemoryConfig::Writes::through;
  return s;
}

/// p0 writes a part of so many bytes, and p1 reads it.
Scenario handed_over(std::uint64_t bytes, bool through) {
  Scenario s = with_stores(2, through);
  s.objects = {object(bytes, 1)};
  s.tasks = {on(0, {}, {0}), on(1, {{0, 0}}, {}, {0})};
  return s;
}

Outcome with_death(Scenario s, std::uint32_t store, Cycle at) {
  s.dead_stores = {{store, at}};
  return run(s);
}

std::uint64_t counter(const Outcome& o, const std::string& name) {
  for (const BlockStats& block : o.stats.blocks) {
    for (const auto& [counter, value] : block.counters) {
      if (block.name == "processors" && counter == name) return value;
    }
  }
  FAIL("no counter " << name);
  return 0;
}

std::string diagnosis(const Outcome& o) {
  std::string text;
  for (const std::string& line : o.stats.diagnosis) text += line + '\n';
  return text;
}

}  // namespace

TEST_CASE("a part of a dead store is read from global memory, if that has it") {
  const Scenario s = handed_over(256, true);
  const Outcome sound = run(s);
  const JobRecord& before = sound.jobs[1][0];
  REQUIRE(before.ready - before.arrived == 28);
  SECTION("from the start, if the directory knows") {
    const Outcome o = with_death(s, 0, sound.jobs[0][0].written);
    CHECK(o.jobs[1][0].ready - o.jobs[1][0].arrived == 42);
    CHECK(o.stats.data->redirected == 0);
    REQUIRE(o.stats.store_faults.size() == 1);
    CHECK(o.stats.store_faults[0].parts == 1);
    CHECK(o.stats.store_faults[0].lost == 0);
    REQUIRE(!o.stays.empty());
    CHECK(o.stays[0].end == PartEnd::lost);
    CHECK(o.stays[0].until == sound.jobs[0][0].written);
  }
  SECTION("by a redirection, if the request is under way") {
    // At the store in 6, and its answer of one flit at p1 in 12.
    const Outcome o = with_death(s, 0, before.arrived + 3);
    CHECK(o.jobs[1][0].ready - o.jobs[1][0].arrived == 12 + 42);
    CHECK(o.stats.data->redirected == 1);
  }
  SECTION("and if the store reads it out") {
    // From 6 to 14. In 8 the notice to the directory leaves, and behind it the answer: at p1 in 9 + 6.
    const Outcome o = with_death(s, 0, before.arrived + 8);
    CHECK(o.jobs[1][0].ready - o.jobs[1][0].arrived == 15 + 42);
    CHECK(o.stats.data->redirected == 1);
  }
  SECTION("but not if it has read it out") {
    const Outcome o = with_death(s, 0, before.arrived + 15);
    CHECK(stations(o.jobs[1][0]) == stations(before));
    CHECK(o.stats.data->redirected == 0);
  }
}

TEST_CASE("a transfer of which some bursts have left begins again") {
  // Bursts leave in 14 and 22, each of 9 flits. In 18 the notice and the answer for the second burst wait for the flits
  // of the first, and go in 23 and 24. The answer is at p1 in 30. Two bursts from memory take 42 + 9 cycles.
  const Scenario s = handed_over(512, true);
  const Cycle arrived = run(s).jobs[1][0].arrived;
  const Outcome o = with_death(s, 0, arrived + 18);
  CHECK(o.jobs[1][0].ready - arrived == 30 + 42 + 9);
}

TEST_CASE("a part that a neighbour has too is read from there") {
  // p0 writes, p1 reads and keeps it, p2 reads.
  Scenario s = with_stores(3, false);
  s.objects = {object(256, 2)};
  s.tasks = {on(0, {}, {0}), on(1, {{0, 0}}, {}, {0}), on(2, {{0, 0}}, {}, {1})};
  const Outcome sound = run(s);
  REQUIRE(sound.jobs[2][0].ready - sound.jobs[2][0].arrived == 28);
  const Outcome o = with_death(s, 0, sound.jobs[1][0].written);
  CHECK(o.jobs[2][0].ready - o.jobs[2][0].arrived == 32);
  CHECK(o.jobs[2][0].last_store == 1);
  CHECK(o.stats.store_faults.at(0).lost == 0);
}

TEST_CASE("the readers of a part without another copy fail") {
  Scenario s = handed_over(256, false);
  s.tasks.push_back(on(1, {}, {}, {1}));
  const Outcome sound = run(s);
  const Cycle arrived = sound.jobs[1][0].arrived;
  SECTION("at once, if it was lost before: its completion is at the monitor L(2, 1) = 8 later") {
    const Outcome o = with_death(s, 0, arrived - 1);
    CHECK(o.stats.end == RunEnd::failed);
    CHECK(o.tasks[1].completed == kNever);
    CHECK(o.tasks[1].failed == arrived + 8);
    REQUIRE(o.stats.losses);
    CHECK(o.stats.losses->tasks_failed == 1);
    CHECK(o.stats.losses->jobs_failed == 1);
    CHECK(counter(o, "jobs_without_parts") == 1);
    CHECK(o.stats.store_faults.at(0).lost == 1);
    CHECK(diagnosis(o).find("task 1 failed in cycle " + std::to_string(arrived + 8) +
                            ": part 0 of 0, which it reads, was lost with the store of core0") != std::string::npos);
    // Its successor runs, as without faults.
    CHECK(o.tasks[2].completed != kNever);
  }
  SECTION("as the answer says so, if the request is under way") {
    const Outcome o = with_death(s, 0, arrived + 3);
    CHECK(o.tasks[1].failed == arrived + 12 + 8);
  }
  SECTION("and their successors are cancelled, if the monitor does so") {
    s.architecture.monitor->on_failure = OnFailure::cancel;
    const Outcome o = with_death(s, 0, arrived - 1);
    CHECK(o.tasks[2].completed == kNever);
    CHECK(o.tasks[2].cancelled != kNever);
    CHECK(o.stats.losses->tasks_cancelled == 1);
  }
}

TEST_CASE("what a failed job should have written fails its readers in turn") {
  Scenario s = with_stores(2, false);
  s.objects = {object(256, 1), object(256, 1)};
  s.tasks = {on(0, {}, {0}), on(1, {{0, 0}}, {1}, {0}), on(1, {{1, 1}}, {}, {1})};
  const Outcome sound = run(s);
  const Outcome o = with_death(s, 0, sound.jobs[1][0].arrived - 1);
  CHECK(o.stats.losses->tasks_failed == 2);
  CHECK(diagnosis(o).find("part 0 of 1, which it reads, was not written, since a job of its writer failed") !=
        std::string::npos);
  // The capacity for what it does not write is free.
  for (const PartStay& stay : o.stays) CHECK(stay.end == PartEnd::lost);
}

TEST_CASE("a job that computes goes on, and writes to global memory") {
  // 256 bytes of p0 in 9 flits: at memory L(2, 9) = 16 later, written in 13 + 2, acknowledged L(2, 1) = 8 later.
  const Scenario s = handed_over(256, false);
  const JobRecord before = run(s).jobs[0][0];
  const Outcome o = with_death(s, 0, before.started + 5);
  CHECK(o.jobs[0][0].finished == before.finished);
  CHECK(o.jobs[0][0].written - o.jobs[0][0].finished == 39);
  CHECK(o.jobs[1][0].ready - o.jobs[1][0].arrived == 42);
  CHECK(o.stats.end == RunEnd::complete);
  CHECK(o.stats.data->through.parts == 1);
  CHECK(counter(o, "stores_died") == 1);
  CHECK(counter(o, "parts_in_them") == 0);
}

TEST_CASE("a job that waits for its turn reads its parts again, without a store") {
  // Two jobs at p0 with a part each from memory. The first computes 500 cycles. The second is there and ready as the
  // store dies: behind two notices it requests its part once more.
  Scenario s = with_stores(1, false);
  s.objects = {object(256, 0), object(256, 0)};
  s.tasks = {on(0, {{0, kNever}}, {}), on(0, {{1, kNever}}, {})};
  s.tasks[0].cycles = 500;
  s.tasks[1].cls = TaskClass::cluster;
  const Outcome sound = run(s);
  const Cycle death = sound.jobs[0][0].started + 200;
  REQUIRE(sound.jobs[1][0].ready < death);
  const Outcome o = with_death(s, 0, death);
  CHECK(o.jobs[1][0].ready == death + 2 + 38);
  CHECK(o.jobs[1][0].started == o.jobs[0][0].finished);
  CHECK(o.jobs[0][0].finished == sound.jobs[0][0].finished);
  CHECK(o.stats.store_faults.at(0).jobs == 1);
  CHECK(o.stats.store_faults.at(0).parts == 2);
  CHECK(o.stats.data->memory.parts == 3);
}

TEST_CASE("a write-back that is not acknowledged as its store dies counts for nothing") {
  // The stores have room for one part. That of task 0 is written back for task 1 from its arrival on: acknowledged 39
  // cycles later.
  Scenario s = with_stores(1, false);
  s.architecture.processors->front().local.bytes = 256;
  s.objects = {object(256, 1), object(256, 0)};
  s.tasks = {on(0, {}, {0}), on(0, {{1, kNever}}, {}, {0}), on(0, {{0, 0}}, {}, {1})};
  const Cycle arrived = run(s).jobs[1][0].arrived;
  const Outcome early = with_death(s, 0, arrived + 38);
  CHECK(early.stats.end == RunEnd::failed);
  CHECK(early.tasks[2].failed != kNever);
  // The waiting job goes on at once, without a store.
  CHECK(early.jobs[1][0].placed == arrived + 38);
  const Outcome late = with_death(s, 0, arrived + 40);
  CHECK(late.stats.end == RunEnd::complete);
}

TEST_CASE("the processors of a cluster lose their store together") {
  // Both jobs wait for one transfer to their store, which the first one has begun. It goes on for that one; the second
  // requests the part for itself, behind nothing: p1 is 3 links from memory.
  Scenario s = with_stores(2, false);
  s.architecture.processors->front().local.per = LocalStoreConfig::Per::cluster;
  s.objects = {object(256, 0)};
  s.tasks = {make_task(TaskClass::block, 2, 10)};
  s.tasks[0].reads = {{0, kNever, true}};
  const Outcome sound = run(s);
  const JobRecord& first = sound.jobs[0][0];
  const Cycle death = sound.jobs[0][1].arrived + 2;
  REQUIRE(first.arrived + 38 > death);
  REQUIRE(first.processor == 0);
  const Outcome o = with_death(s, 0, death);
  CHECK(o.jobs[0][0].ready == first.ready);
  CHECK(o.jobs[0][1].ready == death + 42);
}

TEST_CASE("stores that die after the run change no cycle") {
  Scenario s = handed_over(256, false);
  const Outcome none = run(s);
  const Outcome late = with_death(s, 0, 1000000);
  CHECK(stations(late.jobs[1][0]) == stations(none.jobs[1][0]));
  CHECK(late.stats.cycles == none.stats.cycles);
  CHECK(late.stats.store_faults.empty());
}

}  // namespace gantry::store_deaths_test
