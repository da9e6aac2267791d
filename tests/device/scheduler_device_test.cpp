// SPDX-License-Identifier: Apache-2.0
// The registers of the task scheduler as a driver uses them, and drivers that do what they want.
#include "catch.h"
#include "device/device_bench.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "sanitized.h"

namespace gantry::scheduler_device_test {
namespace {

using device_bench::Bench;
using device_bench::two_cores;
using Done = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

TEST_CASE("the device tells what it is") {
  SchedulerDeviceConfig config = two_cores();
  config.scheduler.task_cache->queues_per_class = 2;
  Bench bench(config);
  CHECK(bench.read(GANTRY_TS_ID) == (std::uint64_t{GANTRY_TS_VERSION} << 32 | GANTRY_TS_ID_MAGIC));
  CHECK(bench.read(GANTRY_TS_CAPABILITIES) == (2 | 2ULL << 16 | 8ULL << 32 | 1ULL << 48));
  CHECK(bench.read(GANTRY_TS_DESCRIPTOR) == (128 | 4096ULL << 32));
  CHECK(bench.read(GANTRY_TS_STATUS) == 0);
  CHECK(bench.read(GANTRY_TS_QUEUE_TAIL(9)) == 0);
  CHECK(bench.read(GANTRY_TS_ERRORS) == 0);
}

TEST_CASE("the device tells what a driver would have to know of its configuration") {
  SchedulerDeviceConfig config = two_cores();
  config.processors[1].queue_depth = 3;
  config.processors[1].max_job_bytes = 0x200000000;
  for (const std::uint32_t depth : {5U, 1U}) {
    ProcessorInfo dma;
    dma.name = "dma" + std::to_string(depth);
    dma.group = dma.type_name = "dma";
    dma.type = 1;
    dma.max_job_bytes = 512;
    dma.queue_depth = depth;
    config.processors.push_back(dma);
  }
  config.scheduler.task_cache->capacity = 48;
  config.scheduler.task_cache->window = 4;
  config.scheduler.decomposer->slots = 24;
  config.scheduler.dispatcher->match_jobs_per_cycle = 2;
  config.scheduler.dispatcher->match_timeout = 128;
  Bench bench(config);
  CHECK(bench.read(GANTRY_TS_CAPABILITIES) >> 48 == 2);
  CHECK(bench.read(GANTRY_TS_TYPE_PROCESSORS(0)) == (2 | 5ULL << 32));
  CHECK(bench.read(GANTRY_TS_TYPE_DEPTH(0)) == (2 | 3ULL << 32));
  CHECK(bench.read(GANTRY_TS_TYPE_JOB_BYTES(0)) == 0x200000000);
  CHECK(bench.read(GANTRY_TS_TYPE_JOB_BYTES(0) + 4, 4) == 2);
  CHECK(bench.read(GANTRY_TS_TYPE_FLAGS(0)) == 0);
  CHECK(bench.read(GANTRY_TS_TYPE_PROCESSORS(1)) == (2 | 6ULL << 32));
  CHECK(bench.read(GANTRY_TS_TYPE_DEPTH(1)) == (1 | 5ULL << 32));
  CHECK(bench.read(GANTRY_TS_TYPE_JOB_BYTES(1)) == 512);
  CHECK(bench.read(GANTRY_TS_TYPE_FLAGS(1)) == GANTRY_TS_TYPE_DMA);
  CHECK(bench.read(GANTRY_TS_RING_LIMITS) == (65536 | 8ULL << 32));
  CHECK(bench.read(GANTRY_TS_CAPACITY) == (48 | 24ULL << 32 | 4ULL << 48));
  CHECK(bench.read(GANTRY_TS_MATCHING) == (GANTRY_TS_MATCHING_GANG | GANTRY_TS_MATCHING_IDLE | 256ULL << 32));
  config.scheduler.dispatcher->mode = MatchMode::per_job;
  config.scheduler.dispatcher->match_against = MatchAgainst::capable;
  CHECK(Bench(config).read(GANTRY_TS_MATCHING) == 65536ULL << 32);
  CHECK(bench.read(GANTRY_TS_ERRORS) == 0);
}

TEST_CASE("what the registers tell of matching and types is what becomes of descriptors") {
  // The most that they allow runs, and one step more is refused.
  for (const bool gang : {false, true}) {
    for (const bool idle : {false, true}) {
      CAPTURE(gang, idle);
      SchedulerDeviceConfig config = two_cores();
      config.scheduler.dispatcher->mode = gang ? MatchMode::gang : MatchMode::per_job;
      config.scheduler.dispatcher->match_against = idle ? MatchAgainst::idle : MatchAgainst::capable;
      config.scheduler.dispatcher->match_jobs_per_cycle = 1;
      config.scheduler.dispatcher->match_timeout = 128;
      Bench bench(config);
      bench.set_up();
      const std::uint64_t matching = bench.read(GANTRY_TS_MATCHING);
      std::uint64_t most = matching >> 32;
      const std::uint64_t both = GANTRY_TS_MATCHING_GANG | GANTRY_TS_MATCHING_IDLE;
      if ((matching & both) == both) most = std::min(most, bench.read(GANTRY_TS_TYPE_PROCESSORS(0)) >> 32);
      DescriptorFields task = Bench::task(0);
      task.jobs = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, 256));
      task.job_bytes = static_cast<std::uint32_t>(bench.read(GANTRY_TS_TYPE_JOB_BYTES(0)));
      bench.submit(0, task);
      bench.run(20000);
      CHECK(bench.done() == Done{{0, 0}});
      CHECK(bench.read(GANTRY_TS_ERRORS) == 0);
      task.number = 1;
      task.jobs = static_cast<std::uint32_t>(2 * most);
      bench.submit(0, task);
      bench.run();
      CHECK(bench.read(GANTRY_TS_ERROR_STATUS) == 1U << GANTRY_TS_BAD_JOBS);
      task.number = 2;
      task.jobs = 1;
      ++task.job_bytes;
      bench.submit(0, task);
      bench.run();
      CHECK(bench.read(GANTRY_TS_ERROR_COUNT(GANTRY_TS_BAD_JOB_BYTES)) == 1);
    }
  }
}

TEST_CASE("a task is fetched, its jobs carry its descriptor, and the driver hears that it is done") {
  Bench bench;
  bench.set_up();
  bench.write(GANTRY_TS_MSI_ADDRESS, 0xcafe0);
  DescriptorFields task = Bench::task(0);
  task.jobs = 4;
  task.program = 0x123456789a;
  bench.submit(0, task);
  CHECK((bench.read(GANTRY_TS_STATUS) & GANTRY_TS_STATUS_BUSY) != 0);
  CHECK_FALSE(bench.interrupt);
  bench.run();
  REQUIRE(bench.jobs.size() == 4);
  for (std::uint32_t job = 0; job < 4; ++job) {
    CHECK(bench.jobs[job].split.job == job);
    CHECK(bench.jobs[job].split.processor == bench.jobs[job].processor);
    CHECK(bench.jobs[job].fields.program == 0x123456789a);
  }
  CHECK(bench.interrupt);
  CHECK(bench.read(GANTRY_TS_INT_STATUS) == GANTRY_TS_INT_TASK_DONE);
  CHECK(bench.read(GANTRY_TS_STATUS) == 0);
  CHECK(bench.read(GANTRY_TS_TASKS_COMPLETED) == 1);
  CHECK(bench.read(GANTRY_TS_OLDEST_UNFINISHED) == 1);
  CHECK(bench.done() == Done{{0, 0}});
  REQUIRE(bench.messages.size() == 1);
  CHECK(bench.messages[0].first == 0xcafe0);
  CHECK(bench.messages[0].second.number == 0);
  CHECK(bench.messages[0].second.oldest == 1);
}

TEST_CASE("with early registration a job leaves two cycles after the completion that its task waits for") {
  struct Observer final : RecordSink {
    void task_done(const TaskRecord& task) override { tasks.push_back(task); }
    void job_done(const JobRecord& job) override { jobs.push_back(job); }
    std::vector<TaskRecord> tasks;
    std::vector<JobRecord> jobs;
  } seen;
  SchedulerDeviceConfig config = two_cores();
  config.scheduler.monitor->early_registration = true;
  Bench bench(config, &seen);
  bench.set_up();
  DescriptorFields task = Bench::task(0);
  bench.submit(0, task);
  task.number = 1;
  task.predecessors = {0};
  bench.submit(0, task);
  bench.run();
  CHECK(bench.done() == Done{{0, 0}, {1, 0}});
  REQUIRE(seen.tasks.size() == 2);
  REQUIRE(seen.jobs.size() == 2);
  CHECK(registered_early(seen.tasks[1]));
  CHECK(seen.jobs[1].picked == seen.tasks[0].completed + 2);
}

TEST_CASE("the wire is the status under the mask, and goes down when the driver clears it") {
  Bench bench;
  bench.set_up();
  bench.write(GANTRY_TS_INT_MASK, GANTRY_TS_INT_ERROR);
  bench.submit(0, Bench::task(0));
  bench.run();
  CHECK_FALSE(bench.interrupt);
  bench.write(GANTRY_TS_INT_MASK, GANTRY_TS_INT_TASK_DONE);
  CHECK(bench.interrupt);
  bench.write(GANTRY_TS_INT_CLEAR, GANTRY_TS_INT_ERROR);
  CHECK(bench.interrupt);
  bench.write(GANTRY_TS_INT_CLEAR, GANTRY_TS_INT_TASK_DONE);
  CHECK_FALSE(bench.interrupt);
}

TEST_CASE("what is said for a later cycle does not hold up what is said for an earlier one") {
  // A host that runs ahead of time rings queue 1 for cycle 20000; queue 0 goes on at once.
  Bench bench;
  bench.set_up();
  for (std::uint32_t number = 0; number < 4; ++number) bench.put(0, Bench::task(number));
  bench.put(1, [] {
    DescriptorFields task = Bench::task(4);
    task.cls = GANTRY_TS_CLASS_CLUSTER;
    return task;
  }());
  const std::uint8_t one[8] = {1};
  bench.device.write_register(GANTRY_TS_QUEUE_TAIL(1), one, 8, 20000);
  bench.ring(0);
  bench.run(3000);
  CHECK(bench.done() == Done{{0, 0}, {1, 0}, {2, 0}, {3, 0}});
  bench.run(20000);
  CHECK(bench.done() == Done{{4, 0}});

  // Of two jobs one is over in cycle `later`, as its processor says ahead of time; the other is over now.
  bench.silent = true;
  bench.jobs.clear();
  for (std::uint32_t number = 5; number < 7; ++number) bench.submit(0, Bench::task(number));
  bench.run();
  REQUIRE(bench.jobs.size() == 2);
  const Cycle later = bench.now + 10000;
  std::uint8_t token[8] = {};
  write_bytes(bench.jobs[0].split.token, token, 8);
  bench.device.write_register(GANTRY_TS_COMPLETION, token, 8, later);
  bench.write(GANTRY_TS_COMPLETION, bench.jobs[1].split.token);
  bench.run(100);
  CHECK(bench.done() == Done{{6, 0}});
  bench.run_to(later - 1);
  CHECK(bench.done() == Done{});
  bench.run(2);
  CHECK(bench.done() == Done{{5, 0}});
}

TEST_CASE("a ring is told by halves in either order, and is looked at as a whole when the doorbell rings") {
  Bench bench;
  const auto halves = [&](std::uint64_t offset, std::uint64_t value, bool high_first) {
    bench.write(offset + (high_first ? 4 : 0), high_first ? value >> 32 : value, 4);
    bench.write(offset + (high_first ? 0 : 4), high_first ? value : value >> 32, 4);
  };
  for (const bool high_first : {true, false}) {
    halves(GANTRY_TS_QUEUE_BASE(0), Bench::kRing, high_first);
    halves(GANTRY_TS_QUEUE_ENTRIES(0), 8, high_first);
    halves(GANTRY_TS_QUEUE_STRIDE(0), 256, high_first);
  }
  CHECK(bench.read(GANTRY_TS_ERRORS) == 0);
  // Queue 1 has no base; queue 2 ends behind the last address.
  bench.write(GANTRY_TS_QUEUE_ENTRIES(1), 8);
  bench.write(GANTRY_TS_QUEUE_STRIDE(1), 256);
  bench.write(GANTRY_TS_QUEUE_BASE(2), ~std::uint64_t{0} - 255);
  bench.write(GANTRY_TS_QUEUE_ENTRIES(2), 8);
  bench.write(GANTRY_TS_QUEUE_STRIDE(2), 256);
  CHECK(bench.read(GANTRY_TS_ERRORS) == 0);
  for (const std::uint32_t queue : {1U, 2U}) {
    bench.write(GANTRY_TS_QUEUE_TAIL(queue), 1);
    CHECK(bench.read(GANTRY_TS_ERROR_COUNT(GANTRY_TS_QUEUE_SETUP)) == queue);
    CHECK(bench.read(GANTRY_TS_QUEUE_TAIL(queue)) == 0);
  }
}

TEST_CASE("a debugger reads any bytes and changes nothing; a driver reads the cycle") {
  Bench bench;
  bench.set_up();
  bench.submit(0, Bench::task(0));
  bench.run();
  std::uint8_t bytes[64];
  bench.device.peek_registers(GANTRY_TS_OLDEST_UNFINISHED, bytes, 64, bench.now + 1);
  CHECK(bytes[0] == 1);
  CHECK(bytes[GANTRY_TS_INT_STATUS - GANTRY_TS_OLDEST_UNFINISHED] == GANTRY_TS_INT_TASK_DONE);
  bench.device.peek_registers(0x900, bytes, 63, bench.now + 1);
  CHECK(std::count(bytes, bytes + 63, 0) == 63);
  CHECK(bench.read(GANTRY_TS_ERRORS) == 0);
  CHECK(bench.done() == Done{{0, 0}});
  CHECK(bench.read(GANTRY_TS_CYCLE) == bench.now + 1);
}

TEST_CASE("a full queue says so, and interrupts when it has room again") {
  Bench bench;
  bench.set_up();
  bench.write(GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_DONE_FIFO);
  for (std::uint32_t number = 0; number < Bench::kEntries; ++number) bench.submit(0, Bench::task(number));
  CHECK_FALSE(bench.has_room(0));
  bench.run();
  CHECK(bench.read(GANTRY_TS_QUEUE_HEAD(0)) == 0);  // nothing is fetched before it is enabled
  bench.write(GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_DONE_FIFO | GANTRY_TS_CONTROL_ENABLE);
  bench.run();
  CHECK(bench.has_room(0));
  CHECK(bench.read(GANTRY_TS_QUEUE_HEAD(0)) == Bench::kEntries);
  CHECK((bench.read(GANTRY_TS_INT_STATUS) & GANTRY_TS_INT_QUEUE_SPACE) != 0);
  CHECK(bench.done().size() == Bench::kEntries);
}

TEST_CASE("32-bit drivers write and read halves") {
  Bench bench;
  bench.set_up();
  bench.write(GANTRY_TS_MSI_ADDRESS, 0x11111117, 4);
  bench.write(GANTRY_TS_MSI_ADDRESS + 4, 0x22222222, 4);
  CHECK(bench.read(GANTRY_TS_MSI_ADDRESS) == 0x2222222211111110);
  CHECK(bench.read(GANTRY_TS_ID + 4, 4) == GANTRY_TS_VERSION);
  bench.silent = true;
  bench.put(0, Bench::task(0));
  bench.write(GANTRY_TS_QUEUE_TAIL(0), 1, 4);
  bench.run();
  bench.write(GANTRY_TS_COMPLETION + 4, 3, 4);  // a half that belongs to nobody
  CHECK(bench.read(GANTRY_TS_ERROR_INFO(GANTRY_TS_UNKNOWN_REGISTER)) == GANTRY_TS_COMPLETION + 4);
  bench.write(GANTRY_TS_FAILURE, bench.jobs[0].split.token, 4);
  bench.run();
  CHECK(bench.read(GANTRY_TS_DONE_POP, 4) == 0);
  CHECK(bench.read(GANTRY_TS_DONE_POP + 4, 4) == GANTRY_TS_DONE_FAILED);
  CHECK(bench.read(GANTRY_TS_DONE_POP, 4) == 0xffffffff);
}

TEST_CASE("a ring may be told anew as soon as HEAD is TAIL") {
  // In the very cycle, before the task cache has heard the last answer; and the next task goes by the new ring.
  for (const bool ahead : {false, true}) {
    for (const bool bad : {false, true}) {
      for (std::uint32_t entries = 1; entries <= 9; ++entries) {
        CAPTURE(ahead, bad, entries);
        Bench bench;
        bench.set_up();
        bench.answers_ahead = ahead;
        bool changed = false;
        bench.on_answer = [&] {
          if (changed || bench.read(GANTRY_TS_QUEUE_HEAD(0)) != 4) return;
          changed = true;
          bench.write(GANTRY_TS_QUEUE_BASE(0), Bench::kRing + 0x2000);
          bench.write(GANTRY_TS_QUEUE_ENTRIES(0), entries);
          const std::vector<std::uint8_t> bytes = write_descriptor(Bench::task(4), bench.device.layout());
          const std::uint64_t place = Bench::kRing + 0x2000 + 4 % entries * bench.read(GANTRY_TS_QUEUE_STRIDE(0));
          std::copy(bytes.begin(), bytes.end(), bench.memory.begin() + static_cast<std::ptrdiff_t>(place));
          bench.write(GANTRY_TS_QUEUE_TAIL(0), 5);
        };
        for (std::uint32_t number = 0; number < 4; ++number) {
          DescriptorFields task = Bench::task(number);
          task.weight = bad ? 0 : 1;
          bench.put(0, task);
        }
        bench.ring(0);
        bench.run();
        CHECK(changed);
        CHECK(bench.read(GANTRY_TS_ERRORS) == (bad ? 4 : 0));
        CHECK(bench.read(GANTRY_TS_QUEUE_HEAD(0)) == 5);
        const std::uint32_t flags = bad ? GANTRY_TS_DONE_DROPPED : 0;
        CHECK(bench.done() == Done{{0, flags}, {1, flags}, {2, flags}, {3, flags}, {4, 0}});
        CHECK(bench.read(GANTRY_TS_STATUS) == 0);
      }
    }
  }
}

TEST_CASE("a ring with tasks in it may not be told anew") {
  Bench bench;
  bench.set_up();
  bench.submit(0, Bench::task(0));
  bench.write(GANTRY_TS_QUEUE_ENTRIES(0), 4);
  bench.write(GANTRY_TS_QUEUE_BASE(0), 0);
  bench.write(GANTRY_TS_QUEUE_STRIDE(0), 512);
  CHECK(bench.read(GANTRY_TS_ERROR_COUNT(GANTRY_TS_QUEUE_SETUP)) == 3);
  CHECK(bench.read(GANTRY_TS_QUEUE_ENTRIES(0)) == Bench::kEntries);
  bench.run();
  CHECK(bench.done() == Done{{0, 0}});
}

TEST_CASE("numbers and counts go on behind 2^32") {
  Bench bench;
  bench.set_up();
  // The window moves on: 70000 tasks wrap a ring of 8 many times; numbers are the lower halves of 64 bits.
  CHECK(whole_number(0xfffffffe, 0x100000001) == 0xfffffffe);
  CHECK(whole_number(2, 0xffffffff) == 0x100000002);
}

/// A driver that writes whatever it likes, wherever it likes, beside one that does its work.
void misuse(std::uint64_t seed) {
  SchedulerDeviceConfig config = two_cores();
  std::mt19937_64 random(seed);
  config.scheduler.monitor->completion_window = 64;
  config.scheduler.monitor->early_registration = seed % 2 == 0;
  config.scheduler.dispatcher->mode = random() % 2 == 0 ? MatchMode::gang : MatchMode::per_job;
  config.scheduler.dispatcher->match_against = static_cast<MatchAgainst>(random() % 3);
  config.scheduler.descriptor->full_bytes = random() % 2 == 0 ? 128 : 320;
  config.bursts.burst_bytes = random() % 2 == 0 ? 64 : 256;
  Bench bench(config);
  bench.random_latency = true;
  bench.random.seed(seed);
  bench.set_up();

  constexpr std::uint32_t kGood = 40;
  std::map<std::uint32_t, int> finished;
  std::map<std::uint32_t, std::uint32_t> flags;
  std::uint32_t number = 0;
  const auto take_done = [&] {
    for (const auto& [task, how] : bench.done()) {
      ++finished[task];
      flags[task] = how;
    }
  };
  std::map<std::uint32_t, bool> good;
  std::uint64_t noted = 0;
  while (number < kGood) {
    const auto queue = static_cast<std::uint32_t>(random() % 5);
    if (!bench.has_room(queue) || number - bench.read(GANTRY_TS_OLDEST_UNFINISHED) >= 60) {
      bench.run(100);
      take_done();
      continue;
    }
    DescriptorFields task = Bench::task(number);
    task.cls = static_cast<std::uint8_t>(queue);
    task.jobs = queue == GANTRY_TS_CLASS_EVENT ? 0 : 1U << random() % 3;
    for (std::uint64_t p = random() % 4; p > 0 && number > 0; --p)
      task.predecessors.push_back(static_cast<std::uint32_t>(number - 1 - random() % std::min(number, 30U)));
    std::vector<std::uint8_t> bytes = write_descriptor(task, bench.device.layout());
    switch (random() % 3) {
      case 0: {  // anything, but for its number: that would be another's
        for (std::size_t i = 4 + random() % 28; i < bytes.size(); i += 1 + random() % 40)
          bytes[i] = static_cast<std::uint8_t>(random());
        // It may still be a task, of up to 255 jobs; whether or not, it has to end.
        bytes[offsetof(gantry_ts_descriptor, jobs) + 1] = 0;
        break;
      }
      case 1:
        good[number] = true;
        break;
      default: {  // an access that means nothing, or refused
        const std::uint64_t offset = random() % 2 == 0 ? random() % 0x1400 : random();
        const std::uint64_t in_map = offset & ~std::uint64_t{7};
        const bool harmful = (in_map >= 0x1000 && in_map < GANTRY_TS_BYTES(5, 2)) || in_map == GANTRY_TS_CONTROL ||
                             in_map == GANTRY_TS_DONE_POP || in_map == GANTRY_TS_COMPLETION ||
                             in_map == GANTRY_TS_FAILURE;
        if (!harmful) {
          bench.write(offset, random(), random() % 9);
          bench.read(offset, random() % 9);
        } else if (in_map == GANTRY_TS_COMPLETION || in_map == GANTRY_TS_FAILURE) {
          bench.write(in_map, random() | 0xfff00000, 8);  // no job has been used so often
        } else if (in_map >= 0x1000) {
          // A tail that does not move on, far ahead or back.
          const std::uint32_t tail = bench.tails[queue];
          bench.write(GANTRY_TS_QUEUE_TAIL(queue), tail - 1 - random() % 1000);
          bench.write(GANTRY_TS_QUEUE_TAIL(queue), tail + Bench::kEntries + 1 + random() % 1000);
        }
        continue;
      }
    }
    bench.put(queue, bytes);
    bench.ring(queue);
    ++number;
    if (random() % 3 == 0) bench.run(random() % 200);
  }
  for (int i = 0; i < 100 && finished.size() < kGood; ++i) {
    bench.run(2000);
    take_done();
  }
  noted = bench.read(GANTRY_TS_ERRORS);
  std::uint64_t counted = 0;
  for (std::uint32_t kind = 0; kind < GANTRY_TS_ERROR_KINDS; ++kind) counted += bench.read(GANTRY_TS_ERROR_COUNT(kind));
  CHECK(noted == counted);
  CHECK(finished.size() == kGood);
  for (const auto& [task, times] : finished) CHECK(times == 1);
  for (const auto& [task, is] : good) CHECK(flags[task] == 0);
}

TEST_CASE("whatever stands in memory and in the registers, every good task beside it is done exactly once") {
  const std::uint64_t seeds = kSanitized ? 60 : 1500;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    CAPTURE(seed);
    misuse(seed);
  }
}

}  // namespace
}  // namespace gantry::scheduler_device_test
