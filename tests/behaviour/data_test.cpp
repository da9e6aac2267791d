// SPDX-License-Identifier: Apache-2.0
// Data objects: where a job finds its parts, what it waits for, and what leaves a store. Cycles count from the arrival
// of a job, on the tiny machine (scenario.h).
#include "behaviour/scenario.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/processors_config.h"

namespace gantry::data_test {

namespace {

ObjectShape written(std::uint64_t bytes, std::uint32_t parts, std::vector<std::uint32_t> readers) {
  ObjectShape shape;
  shape.bytes = bytes;
  shape.parts = parts;
  shape.written = true;
  shape.readers = std::move(readers);
  return shape;
}

ObjectShape unwritten(std::uint64_t bytes, std::uint32_t parts = 1) {
  ObjectShape shape;
  shape.bytes = bytes;
  shape.parts = parts;
  return shape;
}

void give_stores(Scenario& s, std::uint64_t bytes, std::uint64_t bytes_per_cycle = 32) {
  for (ProcessorGroup& group : *s.architecture.processors) {
    group.local.bytes = bytes;
    group.local.bytes_per_cycle = bytes_per_cycle;
  }
}

}  // namespace

TEST_CASE("a part in the own store costs nothing") {
  Scenario s = tiny(1);
  give_stores(s, 1024);
  s.objects = {written(256, 1, {1})};
  s.tasks = {make_task(TaskClass::block, 1, 10), make_task(TaskClass::block, 1, 10, 0, {0})};
  s.tasks[0].writes = {0};
  s.tasks[1].reads = {{0, 0, false}};
  const Outcome outcome = run(s);
  const JobRecord& reader = outcome.jobs[1][0];
  CHECK(reader.started == reader.arrived);
  REQUIRE(outcome.stats.data);
  CHECK(outcome.stats.data->own.bytes == 256);
  CHECK(outcome.stats.data->memory.bytes == 0);
}

TEST_CASE("a part in global memory takes as long as private input") {
  // Asked for in 0, at memory in 8, read 13 + 2, its 9 flits seen L(2, 9) = 16 later.
  for (const bool store : {false, true}) {
    Scenario s = tiny(1);
    if (store) give_stores(s, 1024);
    s.objects = {unwritten(256)};
    s.tasks = {make_task(TaskClass::block, 1, 10)};
    s.tasks[0].reads = {{0, kNever, false}};
    const Outcome outcome = run(s);
    const JobRecord& reader = outcome.jobs[0][0];
    CHECK(reader.started - reader.arrived == 38);
  }
}

TEST_CASE("a part in a neighbour's store comes from there") {
  // p0 at node 4 writes, p1 at node 3 reads, 1 link apart: asked for in 0, at the store in L(1, 1) = 6, read out 256 /
  // 32 = 8 cycles later, seen L(1, 9) = 14 later.
  Scenario s = tiny(2);
  give_stores(s, 1024);
  s.objects = {written(256, 1, {1})};
  s.tasks = {make_task(TaskClass::block, 1, 10), make_task(TaskClass::block, 1, 10, 0, {0})};
  s.tasks[0].writes = {0};
  s.tasks[0].processors = {0};
  s.tasks[1].reads = {{0, 0, false}};
  s.tasks[1].processors = {1};
  const Outcome outcome = run(s);
  const JobRecord& reader = outcome.jobs[1][0];
  CHECK(reader.started - reader.arrived == 28);
  CHECK(outcome.stats.data->store.bytes == 256);
}

TEST_CASE("a dirty part is written back before it leaves") {
  Scenario s = tiny(1);
  give_stores(s, 256);
  s.objects = {written(256, 1, {1}), unwritten(256)};
  s.tasks = {make_task(TaskClass::block, 1, 10), make_task(TaskClass::block, 1, 10, 0, {0}),
             make_task(TaskClass::block, 1, 10, 0, {1})};
  s.tasks[0].writes = {0};
  s.tasks[1].reads = {{1, kNever, false}};
  s.tasks[2].reads = {{0, 0, false}};
  const Outcome outcome = run(s);
  CHECK(outcome.stats.data->written_back.bytes == 256);
  CHECK(outcome.stats.data->memory.bytes == 512);
  const JobRecord& middle = outcome.jobs[1][0];
  CHECK(middle.placed - middle.arrived == 39);
  CHECK(middle.ready - middle.placed == 39);
}

}  // namespace gantry::data_test
