// SPDX-License-Identifier: Apache-2.0
// Data objects: where a job finds its parts, what it waits for, and what leaves a store. Cycles count from the arrival
// of a job, on the tiny machine (scenario.h).
#include "behaviour/scenario.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/directory_config.h"
#include "gantry/scheduler/dispatcher_config.h"

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

ObjectShape result(ObjectShape shape) {
  shape.keep = true;
  return shape;
}

/// A task whose jobs run on these processors.
Task on(std::vector<ProcessorId> processors, Task task) {
  task.processors = std::move(processors);
  return task;
}

Task reading(Task task, std::vector<DataRead> reads) {
  task.reads = std::move(reads);
  return task;
}

Task writing(Task task, std::vector<std::uint32_t> writes) {
  task.writes = std::move(writes);
  return task;
}

/// Stays of the parts of an object, in the order in which they end.
std::vector<PartStay> stays_of(const Outcome& outcome, std::uint32_t object) {
  std::vector<PartStay> found;
  for (const PartStay& stay : outcome.stays) {
    if (stay.object == object) found.push_back(stay);
  }
  return found;
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
  // 9 flits L(2, 9) = 16, written 13 + 2, acknowledged L(2, 1) = 8. Then 38 as above, behind the flit that tells the
  // directory of the departure.
  const JobRecord& middle = outcome.jobs[1][0];
  CHECK(middle.placed - middle.arrived == 39);
  CHECK(middle.ready - middle.placed == 39);
}

TEST_CASE("parts from two stores and from global memory come at once") {
  // Each part has 24 bytes, a message of 1 flit. Asked for one a cycle, in the order of reads: from p1 in 0, seen in
  // L(1, 1) = 6, read out in 1 cycle, there 6 later, in 13; from p2 in 1, so in 14; from global memory in 2, seen in 2
  // + L(2, 1) = 10, sent 13 + 1 later, there in 24 + 8 = 32.
  Scenario s = tiny(3);
  give_stores(s, 1024);
  s.objects = {written(24, 1, {1}), written(24, 1, {1}), unwritten(24)};
  s.tasks = {on({1}, writing(make_task(TaskClass::block, 1, 10), {0})),
             on({2}, writing(make_task(TaskClass::block, 1, 10), {1})),
             on({0}, reading(make_task(TaskClass::block, 1, 10, 0, {0, 1}), {{0, 0}, {1, 1}, {2, kNever}}))};
  const Outcome outcome = run(s);
  const JobRecord& reader = outcome.jobs[2][0];
  CHECK(reader.placed == reader.arrived);
  CHECK(reader.ready - reader.placed == 32);
  for (const PartStay& stay : outcome.stays) {
    if (stay.store != 0) continue;
    CHECK(stay.from - reader.placed == Cycles({13, 14, 32})[stay.object]);
    CHECK(stay.source == std::vector<std::uint32_t>({1, 2, kNone})[stay.object]);
  }
  CHECK(outcome.stats.data->store.bytes == 48);
  CHECK(outcome.stats.data->memory.bytes == 24);
}

TEST_CASE("a part of two bursts is read out burst by burst") {
  // Asked for in 0 and 1, at the store in 6 and 7. The first burst is read out in 6 + 256 / 32 = 14, the second behind
  // it in 22, and its 9 flits are seen L(1, 9) = 14 later.
  Scenario s = tiny(2);
  give_stores(s, 1024);
  s.objects = {written(512, 1, {1})};
  s.tasks = {on({0}, writing(make_task(TaskClass::block, 1, 10), {0})),
             on({1}, reading(make_task(TaskClass::block, 1, 10, 0, {0}), {{0, 0}}))};
  const Outcome outcome = run(s);
  CHECK(outcome.jobs[1][0].ready - outcome.jobs[1][0].arrived == 28 + 9);
}

TEST_CASE("a clean part leaves in the cycle in which a job needs its room") {
  Scenario s = tiny(1);
  give_stores(s, 256);
  s.objects = {unwritten(256), unwritten(256)};
  s.tasks = {reading(make_task(TaskClass::block, 1, 10), {{0, kNever}}),
             reading(make_task(TaskClass::block, 1, 10, 0, {0}), {{1, kNever}})};
  const Outcome outcome = run(s);
  const JobRecord& second = outcome.jobs[1][0];
  CHECK(second.placed == second.arrived);
  // As every part in global memory, but behind the flit that tells the directory of the departure.
  CHECK(second.ready - second.placed == 38 + 1);
  const std::vector<PartStay> first = stays_of(outcome, 0);
  REQUIRE(first.size() == 1);
  CHECK(first[0].until == second.placed);
  CHECK(first[0].end == PartEnd::dropped);
  CHECK(outcome.stats.data->dropped.bytes == 256);
  CHECK(outcome.stats.data->stores.at(0).evictions == 1);
}

TEST_CASE("a part dies with its last reader, and is not written back") {
  // Two stores have it. It leaves both as the completion of the second reader is sent.
  Scenario s = tiny(2);
  give_stores(s, 256);
  s.objects = {written(256, 1, {2}), unwritten(256)};
  s.tasks = {on({0}, writing(make_task(TaskClass::block, 1, 10), {0})),
             on({0}, reading(make_task(TaskClass::block, 1, 10, 0, {0}), {{0, 0}})),
             on({1}, reading(make_task(TaskClass::cluster, 1, 500, 0, {0}), {{0, 0}})),
             on({0}, reading(make_task(TaskClass::block, 1, 10, 0, {2}), {{1, kNever}}))};
  const Outcome outcome = run(s);
  const Cycle death = outcome.jobs[2][0].written;
  REQUIRE(death > outcome.jobs[1][0].written);
  const std::vector<PartStay> stays = stays_of(outcome, 0);
  REQUIRE(stays.size() == 2);
  for (const PartStay& stay : stays) {
    CHECK(stay.until == death);
    CHECK(stay.end == PartEnd::dead);
    CHECK(stay.uses == 1);
  }
  // Nothing is told of it: the next reader's request is the first flit that p0 sends.
  const JobRecord& last = outcome.jobs[3][0];
  CHECK(last.placed == last.arrived);
  CHECK(last.ready - last.placed == 38);
  CHECK(outcome.stats.data->dead.bytes == 512);
  CHECK(outcome.stats.data->written_back.bytes == 0);
  CHECK(outcome.stats.data->stores.at(0).evictions == 0);
}

TEST_CASE("a pinned part keeps the next job waiting until the completion is sent") {
  // The second job arrives while the first one computes 500 cycles with the only room. It has it in the cycle in which
  // the first one's completion is sent, and its part 38 cycles after the flits of the completion and of the departure.
  Scenario s = tiny(1, 2);
  give_stores(s, 256);
  s.objects = {unwritten(256), unwritten(256)};
  s.tasks = {reading(make_task(TaskClass::block, 1, 500), {{0, kNever}}),
             reading(make_task(TaskClass::cluster, 1, 10), {{1, kNever}})};
  const Outcome outcome = run(s);
  const JobRecord& first = outcome.jobs[0][0];
  const JobRecord& second = outcome.jobs[1][0];
  REQUIRE(second.arrived < first.finished);
  CHECK(first.written == first.finished);
  CHECK(second.placed == first.written);
  CHECK(second.ready - second.placed == 38 + 2);
}

TEST_CASE("with writes through a part is in global memory before its job is over") {
  // 256 bytes of p0 in 9 flits: at memory L(2, 9) = 16 later, written in 13 + 2, acknowledged L(2, 1) = 8 later. So its
  // room is free at once when the next job needs it.
  Scenario s = tiny(1);
  give_stores(s, 256);
  s.architecture.memory->writes = MemoryConfig::Writes::through;
  s.objects = {written(256, 1, {1}), unwritten(256)};
  s.tasks = {writing(make_task(TaskClass::block, 1, 10), {0}),
             reading(make_task(TaskClass::block, 1, 10, 0, {0}), {{1, kNever}}),
             reading(make_task(TaskClass::block, 1, 10, 0, {1}), {{0, 0}})};
  const Outcome outcome = run(s);
  CHECK(outcome.jobs[0][0].written - outcome.jobs[0][0].finished == 39);
  CHECK(outcome.jobs[1][0].placed == outcome.jobs[1][0].arrived);
  CHECK(stays_of(outcome, 0).at(0).end == PartEnd::dropped);
  CHECK(outcome.stats.data->through.bytes == 256);
  CHECK(outcome.stats.data->written_back.bytes == 0);
}

TEST_CASE("two readers of a cluster share one transfer") {
  // The second job arrives while the part is on its way to the store for the first one, and is ready with it.
  Scenario s = tiny(2);
  give_stores(s, 1024);
  for (ProcessorGroup& group : *s.architecture.processors) group.local.per = LocalStoreConfig::Per::cluster;
  s.objects = {unwritten(256)};
  s.tasks = {reading(make_task(TaskClass::block, 2, 10), {{0, kNever, true}})};
  const Outcome outcome = run(s);
  const JobRecord& first = outcome.jobs[0][0];
  const JobRecord& second = outcome.jobs[0][1];
  REQUIRE(first.processor == 0);
  REQUIRE(second.processor == 1);
  REQUIRE(second.arrived < first.arrived + 38);
  CHECK(first.ready == first.arrived + 38);
  CHECK(second.placed == second.arrived);
  CHECK(second.ready == first.ready);
  CHECK(outcome.stats.data->memory.bytes == 256);
  CHECK(outcome.stats.data->cluster.bytes == 256);
  CHECK(outcome.stays.at(0).uses == 2);
}

TEST_CASE("16 parts read by 12 jobs, each part brought once") {
  // 160 bytes: parts of 10, shares of 13 or 14 bytes. Three jobs read the 4 parts of 40 bytes, two each: 0 and 1, 1 and
  // 2, 2 and 3. So 12 jobs read 24 parts: 16 come from global memory, 8 are there. A part of 10 bytes takes a job 8 +
  // 13
  // + 1 + 8 = 30 cycles, and the second one, asked for a cycle later, 31.
  Scenario s = tiny(1);
  give_stores(s, 160);
  s.objects = {unwritten(160, 16)};
  s.tasks = {reading(make_task(TaskClass::block, 12, 10), {{0, kNever}})};
  s.architecture.dispatcher->mode = MatchMode::per_job;
  const Outcome outcome = run(s);
  CHECK(outcome.stats.data->memory.parts == 16);
  CHECK(outcome.stats.data->own.parts == 8);
  CHECK(outcome.stats.data->memory.bytes + outcome.stats.data->own.bytes == 240);
  for (const JobRecord& job : outcome.jobs[0]) {
    INFO("job " << job.job);
    CHECK(job.ready - job.placed == (job.job % 3 == 0 ? 31 : 30));
  }
}

TEST_CASE("what finds no entry in the directory goes to global memory, too") {
  // One entry, which part 0 takes. Job 1 waits for its write, 39 cycles. A reader elsewhere gets part 0 from p0 (in 28
  // cycles) and part 1 from global memory: asked for in 1, from p1 L(3, 1) = 10, 14, L(3, 9) = 18.
  Scenario s = tiny(2);
  give_stores(s, 1024);
  s.architecture.directory->entries = 1;
  s.architecture.dispatcher->mode = MatchMode::per_job;
  s.objects = {written(512, 2, {2, 2})};
  s.tasks = {on({0}, writing(make_task(TaskClass::block, 2, 10), {0})),
             on({1}, reading(make_task(TaskClass::block, 1, 10, 0, {0}), {{0, 0, true}})),
             on({0}, reading(make_task(TaskClass::block, 1, 10, 0, {1}), {{0, 0, true}}))};
  const Outcome outcome = run(s);
  CHECK(outcome.jobs[0][0].written == outcome.jobs[0][0].finished);
  CHECK(outcome.jobs[0][1].written - outcome.jobs[0][1].finished == 39);
  CHECK(outcome.jobs[1][0].ready - outcome.jobs[1][0].arrived == 43);
  // What is in the own store is not brought, whatever the directory knows.
  CHECK(outcome.jobs[2][0].ready == outcome.jobs[2][0].arrived);
  CHECK(outcome.stats.data->store.bytes == 256);
  CHECK(outcome.stats.data->memory.bytes == 256);
  CHECK(outcome.stats.data->own.bytes == 512);
  CHECK(outcome.stats.data->through.bytes == 256);
}

TEST_CASE("a result that is kept is in global memory and in its store") {
  Scenario s = tiny(1);
  give_stores(s, 1024);
  s.objects = {result(written(256, 1, {1}))};
  s.tasks = {writing(make_task(TaskClass::block, 1, 10), {0}),
             reading(make_task(TaskClass::block, 1, 10, 0, {0}), {{0, 0}})};
  const Outcome outcome = run(s);
  CHECK(outcome.jobs[0][0].written - outcome.jobs[0][0].finished == 39);
  CHECK(outcome.jobs[1][0].ready == outcome.jobs[1][0].arrived);
  CHECK(outcome.stats.data->results.bytes == 256);
  CHECK(outcome.stats.data->own.bytes == 256);
  CHECK(stays_of(outcome, 0).at(0).until == outcome.jobs[1][0].written);
  CHECK(stays_of(outcome, 0).at(0).end == PartEnd::dead);
}

TEST_CASE("a store that has just lost a part sends its reader on") {
  // The reader's message names p1. Behind 7 parts from global memory it asks p1 in 7, and p1 sees that in 13. The job
  // that arrives at p1 shortly before needs the room, and the part is in global memory as well, so it leaves in that
  // cycle. The answer is seen in 13 + 6 = 19, and the part comes from global memory 38 cycles later.
  constexpr std::uint32_t kOthers = 7;
  Scenario s = tiny(2);
  give_stores(s, 256);
  s.architecture.processors->at(0).local.bytes = 1024;
  s.architecture.directory->parts_per_cycle = 8;
  s.architecture.processors->push_back(s.architecture.processors->at(0));
  for (ProcessorGroup& group : *s.architecture.processors) group.count = 1;
  s.architecture.processors->at(1).local.bytes = 256;
  s.objects = {result(written(256, 1, {1})), unwritten(24 * kOthers, kOthers), written(256, 1, {})};
  s.tasks = {on({1}, writing(make_task(TaskClass::block, 1, 10), {0})),
             on({0}, reading(make_task(TaskClass::block, 1, 10, 0, {0}), {{1, kNever, true}, {0, 0}})),
             on({1}, writing(make_task(TaskClass::cluster, 1, 1000, 0, {0}), {2}))};
  s.objects[2].readers.clear();
  const Outcome outcome = run(s);
  const JobRecord& reader = outcome.jobs[1][0];
  const JobRecord& other = outcome.jobs[2][0];
  const PartStay lost = stays_of(outcome, 0).at(0);
  CHECK(lost.until == other.arrived);
  CHECK(lost.until > reader.issued);
  REQUIRE(lost.until <= reader.arrived + kOthers + 6);
  CHECK(reader.ready - reader.arrived == kOthers + 6 + 6 + 38);
  CHECK(outcome.stats.data->redirected == 1);
  CHECK(outcome.stats.data->store.bytes == 0);
}

TEST_CASE("looking up many parts holds the message of a job") {
  // 8 parts, 1 a cycle, from the cycle after the pick: the last one in p + 8, seen by the dispatcher in p + 9, `issued`
  // one later. With 8 a cycle the answer is there in p + 2, as the message. The message has 144 + 4 x 8 bytes and 8 of
  // the header, in 6 flits, so it is at p0 L(1, 6) = 11 after it was at its port.
  for (const std::uint32_t per_cycle : {1U, 4U, 8U}) {
    Scenario s = tiny(1);
    give_stores(s, 1024);
    s.architecture.directory->parts_per_cycle = per_cycle;
    s.objects = {unwritten(80, 8)};
    s.tasks = {reading(make_task(TaskClass::block, 1, 10), {{0, kNever}})};
    const Outcome outcome = run(s);
    const JobRecord& job = outcome.jobs[0][0];
    const Cycle answer = 1 + 8 / per_cycle;  // e + 1, from the pick
    CHECK(job.issued - job.picked == answer + 1);
    CHECK(job.arrived - job.picked == answer + 11);
  }
}

TEST_CASE("of the parts of one job the first in its list leaves first") {
  for (const bool turned : {false, true}) {
    Scenario s = tiny(1);
    give_stores(s, 512);
    s.objects = {unwritten(256), unwritten(256), unwritten(256)};
    std::vector<DataRead> both = {{0, kNever}, {1, kNever}};
    if (turned) std::swap(both[0], both[1]);
    s.tasks = {reading(make_task(TaskClass::block, 1, 10), both),
               reading(make_task(TaskClass::block, 1, 10, 0, {0}), {{2, kNever}})};
    const Outcome outcome = run(s);
    CHECK(outcome.stays.at(0).object == both[0].object);
    CHECK(outcome.stays.at(0).until == outcome.jobs[1][0].placed);
    CHECK(stays_of(outcome, both[1].object).at(0).end == PartEnd::run);
  }
}

TEST_CASE("a part on its way for another job counts when it is there") {
  // Two slots: the second job arrives while the part comes, and waits for it as long as the first one.
  Scenario s = tiny(1, 2);
  give_stores(s, 256);
  s.objects = {unwritten(256)};
  s.tasks = {reading(make_task(TaskClass::block, 2, 10), {{0, kNever, true}})};
  const Outcome outcome = run(s);
  const JobRecord& first = outcome.jobs[0][0];
  const JobRecord& second = outcome.jobs[0][1];
  REQUIRE(second.arrived < first.ready);
  CHECK(second.ready == first.ready);
  CHECK(second.started == first.finished);
  CHECK(outcome.stats.data->own.bytes == 256);
  CHECK(outcome.stats.data->memory.bytes == 256);
}

}  // namespace gantry::data_test
