// SPDX-License-Identifier: Apache-2.0
// What a driver can do wrong: each sets its bit with the offending number, is counted, interrupts, and leaves the rest
// running.
#include "catch.h"
#include "device/device_bench.h"
#include "gantry/scheduler/state_monitor_config.h"

namespace gantry::device_errors_test {
namespace {

using device_bench::Bench;
using device_bench::two_cores;
using Done = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

constexpr std::uint32_t kBlock = GANTRY_TS_CLASS_BLOCK;
constexpr std::uint32_t kEvent = GANTRY_TS_CLASS_EVENT;

/// That it has happened, once and alone, is told wherever it can be told; clearing it is all that is left to do.
void expect_only(Bench& bench, gantry_ts_error kind, std::uint64_t about) {
  CAPTURE(kind);
  CHECK(bench.read(GANTRY_TS_ERROR_STATUS) == std::uint64_t{1} << kind);
  CHECK(bench.read(GANTRY_TS_ERROR_INFO(kind)) == about);
  CHECK(bench.read(GANTRY_TS_ERROR_COUNT(kind)) == 1);
  CHECK(bench.read(GANTRY_TS_ERRORS) == 1);
  CHECK((bench.read(GANTRY_TS_INT_STATUS) & GANTRY_TS_INT_ERROR) != 0);
  CHECK(bench.interrupt);
  bench.write(GANTRY_TS_ERROR_CLEAR, std::uint64_t{1} << kind);
  bench.write(GANTRY_TS_INT_CLEAR, ~std::uint64_t{0});
  CHECK(bench.read(GANTRY_TS_ERROR_STATUS) == 0);
  CHECK(bench.read(GANTRY_TS_ERROR_INFO(kind)) == 0);
  CHECK(bench.read(GANTRY_TS_ERROR_COUNT(kind)) == 1);
  CHECK(bench.read(GANTRY_TS_INT_STATUS) == 0);
  CHECK_FALSE(bench.interrupt);
}

/// The task `number` of one job runs.
void expect_runs(Bench& bench, std::uint32_t number) {
  bench.submit(kBlock, Bench::task(number));
  bench.run();
  CHECK(bench.done() == Done{{number, 0}});
}

/// A bad descriptor with the usable number 0 among good ones is dropped, and its followers run.
void expect_dropped(gantry_ts_error kind, const std::function<void(DescriptorFields&)>& spoil,
                    const SchedulerDeviceConfig& config = two_cores()) {
  Bench bench(config);
  bench.set_up();
  DescriptorFields bad = Bench::task(0);
  spoil(bad);
  bench.put(kBlock, bad);
  DescriptorFields follower = Bench::task(1);
  follower.predecessors = {0};
  bench.submit(kBlock, follower);
  bench.run();
  CHECK(bench.done() == Done{{0, GANTRY_TS_DONE_DROPPED}, {1, 0}});
  CHECK(bench.jobs.size() == 1);
  expect_only(bench, kind, 0);
  expect_runs(bench, 2);
}

TEST_CASE("a tail that moves backwards is refused") {
  Bench bench;
  bench.set_up();
  bench.submit(kBlock, Bench::task(0));
  bench.run();
  bench.write(GANTRY_TS_QUEUE_TAIL(kBlock), 0);
  CHECK(bench.read(GANTRY_TS_QUEUE_TAIL(kBlock)) == 1);
  CHECK(bench.done() == Done{{0, 0}});
  expect_only(bench, GANTRY_TS_TAIL_BACKWARDS, kBlock);
  expect_runs(bench, 1);
}

TEST_CASE("a tail beyond the places of the ring is refused") {
  Bench bench;
  bench.set_up();
  bench.write(GANTRY_TS_QUEUE_TAIL(2), Bench::kEntries + 1);
  expect_only(bench, GANTRY_TS_TAIL_BEYOND_RING, 2);
  expect_runs(bench, 0);
}

TEST_CASE("a queue without a ring, with a bad one, or with a new one while it holds tasks, is refused") {
  SECTION("a doorbell before the ring is known") {
    Bench bench;
    bench.write(GANTRY_TS_INT_MASK, GANTRY_TS_INT_ERROR);
    bench.write(GANTRY_TS_QUEUE_TAIL(3), 1);
    expect_only(bench, GANTRY_TS_QUEUE_SETUP, 3);
    bench.set_up();
    expect_runs(bench, 0);
  }
  const auto refused = [](std::uint32_t offset, std::uint64_t value) {
    Bench bench;
    bench.set_up();
    const std::uint64_t before = bench.read(offset);
    bench.write(offset, value);
    CHECK(bench.read(offset) == before);
    expect_only(bench, GANTRY_TS_QUEUE_SETUP, kBlock);
    expect_runs(bench, 0);
  };
  SECTION("an address that is no multiple of 8") { refused(GANTRY_TS_QUEUE_BASE(0), 0x1004); }
  SECTION("no entries") { refused(GANTRY_TS_QUEUE_ENTRIES(0), 0); }
  SECTION("too many entries") { refused(GANTRY_TS_QUEUE_ENTRIES(0), 65537); }
  SECTION("a stride shorter than a descriptor") { refused(GANTRY_TS_QUEUE_STRIDE(0), 120); }
  SECTION("a stride that is no multiple of 8") { refused(GANTRY_TS_QUEUE_STRIDE(0), 132); }
  SECTION("a new ring under tasks that are not fetched") {
    Bench bench;
    bench.set_up();
    bench.submit(kBlock, Bench::task(0));
    bench.write(GANTRY_TS_QUEUE_BASE(kBlock), 0x4000);
    expect_only(bench, GANTRY_TS_QUEUE_SETUP, kBlock);
    bench.run();
    CHECK(bench.done() == Done{{0, 0}});
  }
}

TEST_CASE("a descriptor of no class, or of another queue's, is dropped") {
  expect_dropped(GANTRY_TS_BAD_CLASS, [](DescriptorFields& task) { task.cls = 5; });
  expect_dropped(GANTRY_TS_WRONG_QUEUE, [](DescriptorFields& task) { task.cls = GANTRY_TS_CLASS_UNION; });
}

TEST_CASE("a number of jobs that is none, or that can never be matched, is dropped") {
  for (const std::uint32_t jobs : {0U, 65537U, 131072U}) {
    expect_dropped(GANTRY_TS_BAD_JOBS, [&](DescriptorFields& task) { task.jobs = jobs; });
  }
  // Two cores have four places, and a gang is matched at once.
  expect_dropped(GANTRY_TS_BAD_JOBS, [](DescriptorFields& task) { task.jobs = 8; });
}

TEST_CASE("a weight that is none is dropped") {
  expect_dropped(GANTRY_TS_BAD_WEIGHT, [](DescriptorFields& task) { task.weight = 0; });
  expect_dropped(GANTRY_TS_BAD_WEIGHT, [](DescriptorFields& task) { task.weight = 257; });
}

TEST_CASE("jobs that no processor takes are dropped") {
  expect_dropped(GANTRY_TS_BAD_JOB_BYTES, [](DescriptorFields& task) { task.job_bytes = 4097; });
  expect_dropped(GANTRY_TS_BAD_JOB_BYTES, [](DescriptorFields& task) { task.type_mask = 0; });
  expect_dropped(GANTRY_TS_BAD_JOB_BYTES, [](DescriptorFields& task) { task.type_mask = 0x80000000; });
}

TEST_CASE("a predecessor that is not before its task is dropped with it") {
  for (const std::uint32_t predecessor : {0U, 1U, 0xffffffffU}) {
    expect_dropped(GANTRY_TS_BAD_PREDECESSOR, [&](DescriptorFields& task) { task.predecessors = {predecessor}; });
  }
}

TEST_CASE("more predecessors than the stride has room for are dropped, as many as it has are read") {
  Bench bench;
  bench.set_up();
  for (std::uint32_t number = 0; number < 50; ++number) {
    DescriptorFields task = Bench::task(number);
    // Eight have room in the 128 bytes, and 32 more in the rest of the stride.
    for (std::uint32_t p = 0; p < number && p < 40; ++p) task.predecessors.push_back(number - 1 - p);
    bench.submit(kBlock, task);
    bench.run();
    CHECK(bench.done() == Done{{number, 0}});
  }
  // The count alone says it: what would stand behind the stride is never read.
  std::vector<std::uint8_t> bytes = write_descriptor(Bench::task(50), bench.device.layout());
  bytes[offsetof(gantry_ts_descriptor, predecessors)] = 41;
  bench.put(kBlock, bytes);
  bench.ring(kBlock);
  bench.run();
  CHECK(bench.done() == Done{{50, GANTRY_TS_DONE_DROPPED}});
  expect_only(bench, GANTRY_TS_TOO_MANY_PREDECESSORS, 50);
  expect_runs(bench, 51);
}

TEST_CASE("a number that is in use, done, or beyond the completion window is skipped") {
  for (const std::uint32_t number : {0U, 4096U, 0xffffffffU}) {
    Bench bench;
    bench.set_up();
    expect_runs(bench, 0);
    bench.submit(kBlock, Bench::task(number == 4096 ? 4097 : number));
    bench.run();
    CHECK(bench.done().empty());
    CHECK(bench.read(GANTRY_TS_STATUS) == 0);
    expect_only(bench, GANTRY_TS_BAD_NUMBER, number == 4096 ? 4097 : number);
    expect_runs(bench, 1);
  }
  Bench bench;
  bench.set_up();
  bench.silent = true;
  bench.submit(kBlock, Bench::task(7));
  bench.submit(kEvent, Bench::task(7));
  bench.run();
  expect_only(bench, GANTRY_TS_BAD_NUMBER, 7);
}

TEST_CASE("a completion of a job that never ran, or a second one, is refused") {
  Bench bench;
  bench.set_up();
  bench.write(GANTRY_TS_COMPLETION, 0x12345);
  expect_only(bench, GANTRY_TS_UNKNOWN_COMPLETION, 0x12345);
  expect_runs(bench, 0);
  const std::uint32_t token = bench.jobs[0].split.token;
  bench.write(GANTRY_TS_COMPLETION, token);
  CHECK(bench.read(GANTRY_TS_ERROR_INFO(GANTRY_TS_UNKNOWN_COMPLETION)) == token);
  CHECK(bench.read(GANTRY_TS_ERROR_COUNT(GANTRY_TS_UNKNOWN_COMPLETION)) == 2);
  expect_runs(bench, 1);
}

TEST_CASE("a job that failed is over all the same, and its task says so") {
  Bench bench;
  bench.set_up();
  bench.job_fails = true;
  bench.submit(kBlock, Bench::task(0));
  bench.run();
  CHECK(bench.done() == Done{{0, GANTRY_TS_DONE_FAILED}});
  expect_only(bench, GANTRY_TS_JOB_FAILED, bench.jobs[0].split.token);
  bench.job_fails = false;
  expect_runs(bench, 1);
}

TEST_CASE("a write to a register that is read-only changes nothing") {
  Bench bench;
  bench.set_up();
  expect_runs(bench, 0);
  bench.write(GANTRY_TS_TASKS_COMPLETED, 77);
  CHECK(bench.read(GANTRY_TS_TASKS_COMPLETED) == 1);
  expect_only(bench, GANTRY_TS_READ_ONLY, GANTRY_TS_TASKS_COMPLETED);
  for (const std::uint32_t offset : {GANTRY_TS_ID, GANTRY_TS_RING_LIMITS, GANTRY_TS_CAPACITY, GANTRY_TS_MATCHING,
                                     GANTRY_TS_ERROR_COUNT(3), GANTRY_TS_TYPE_DEPTH(0), GANTRY_TS_QUEUE_HEAD(1)}) {
    bench.write(offset, 1);
    CHECK(bench.read(GANTRY_TS_ERROR_INFO(GANTRY_TS_READ_ONLY)) == offset);
    bench.write(GANTRY_TS_ERROR_CLEAR, ~std::uint64_t{0});
  }
  expect_runs(bench, 1);
}

TEST_CASE("where no register is, zeros are read and nothing is written") {
  Bench bench;
  bench.set_up();
  CHECK(bench.read(0x7f8) == 0);
  expect_only(bench, GANTRY_TS_UNKNOWN_REGISTER, 0x7f8);
  for (const std::uint32_t offset :
       {0x98U, GANTRY_TS_TYPE(1), GANTRY_TS_BYTES(5, 2), GANTRY_TS_QUEUE(0) + 0x30, 0xfffffff8U}) {
    bench.write(offset, 1);
    CHECK(bench.read(GANTRY_TS_ERROR_INFO(GANTRY_TS_UNKNOWN_REGISTER)) == offset);
    bench.write(GANTRY_TS_ERROR_CLEAR, ~std::uint64_t{0});
  }
  // Neither bytes nor halves, and only where they begin.
  std::uint8_t bytes[8] = {};
  CHECK_FALSE(bench.device.read_register(GANTRY_TS_ID, bytes, 2, bench.now + 1));
  CHECK_FALSE(bench.device.write_register(GANTRY_TS_CONTROL + 4, bytes, 8, bench.now + 1));
  expect_runs(bench, 0);
}

TEST_CASE("a descriptor that memory does not give is skipped") {
  Bench bench;
  bench.set_up();
  bench.memory_fails = true;
  bench.submit(kBlock, Bench::task(0));
  bench.run();
  expect_only(bench, GANTRY_TS_BUS, Bench::kRing);
  bench.memory_fails = false;
  expect_runs(bench, 0);
}

TEST_CASE("a job that its processor's bus refuses is over, and its task has failed") {
  Bench bench;
  bench.set_up();
  bench.bus_fails = true;
  bench.submit(kBlock, Bench::task(0));
  bench.run();
  CHECK(bench.done() == Done{{0, GANTRY_TS_DONE_FAILED}});
  expect_only(bench, GANTRY_TS_BUS, 0xbad0);
  bench.bus_fails = false;
  expect_runs(bench, 1);
}

TEST_CASE("finished tasks that nobody takes are lost when there is no place for their numbers") {
  SchedulerDeviceConfig config = two_cores();
  config.scheduler.monitor->completion_window = 2;
  Bench bench(config);
  bench.set_up();
  for (std::uint32_t number = 0; number < 3; ++number) {
    bench.submit(kBlock, Bench::task(number));
    bench.run();
  }
  CHECK(bench.done() == Done{{0, 0}, {1, 0}});
  expect_only(bench, GANTRY_TS_DONE_OVERFLOW, 2);
  expect_runs(bench, 3);
}

}  // namespace
}  // namespace gantry::device_errors_test
