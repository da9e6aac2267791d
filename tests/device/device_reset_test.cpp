// SPDX-License-Identifier: Apache-2.0
// A reset of the task scheduler: in the middle of whatever it does, and afterwards the device is one that has done
// nothing yet, to the cycle.
#include <cstdint>
#include <tuple>
#include <vector>

#include "catch.h"
#include "device/device_bench.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "sanitized.h"

namespace gantry::device_reset_test {
namespace {

using device_bench::Bench;
using device_bench::two_cores;
using Done = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

enum class How { by_register, by_lower_half, by_call };

void reset(Bench& bench, How how) {
  if (how == How::by_call) return bench.device.reset(bench.now + 1);
  // Other bits of the same access are not looked at.
  bench.write(GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_RESET | GANTRY_TS_CONTROL_ENABLE, how == How::by_register ? 8 : 4);
}

/// Every byte of the register map, but for the cycle.
std::vector<std::uint8_t> all_registers(const Bench& bench) {
  std::vector<std::uint8_t> bytes(GANTRY_TS_BYTES(bench.tails.size(), 2));
  bench.device.peek_registers(0, bytes.data(), bytes.size(), 0);
  return bytes;
}

/// What somebody outside sees of tasks and jobs, but for tokens.
class Observer final : public RecordSink {
 public:
  void task_done(const TaskRecord& task) override {
    tasks.emplace_back(task.number, task.submitted, task.registered, task.admitted, task.first_issue, task.completed);
  }
  void job_done(const JobRecord& job) override { jobs.emplace_back(job.picked, job.issued, job.sent); }
  void clear() {
    tasks.clear();
    jobs.clear();
  }
  std::vector<std::tuple<std::uint64_t, Cycle, Cycle, Cycle, Cycle, Cycle>> tasks;
  std::vector<std::tuple<Cycle, Cycle, Cycle>> jobs;
};

SchedulerDeviceConfig some_config(std::mt19937_64& random) {
  SchedulerDeviceConfig config = two_cores();
  config.scheduler.dispatcher->mode = random() % 2 == 0 ? MatchMode::gang : MatchMode::per_job;
  config.scheduler.dispatcher->match_against = static_cast<MatchAgainst>(random() % 3);
  config.scheduler.dispatcher->send_ports = random() % 2 == 0 ? 1 : 2;
  config.scheduler.dispatcher->picker->pick_latency_cycles = static_cast<std::uint32_t>(random() % 3);
  config.scheduler.task_cache->window = random() % 2 == 0 ? 1 : 2;
  config.scheduler.monitor->early_registration = random() % 2 == 0;
  config.bursts.burst_bytes = random() % 2 == 0 ? 64 : 256;
  const char* const pickers[] = {"weight_delay", "round_robin", "stride", "shortest_first"};
  config.policies.picker = pickers[random() % 4];
  return config;
}

/// Tasks of several classes in some cycles from now on.
void work(Bench& bench, std::mt19937_64& random, std::uint32_t tasks) {
  for (std::uint32_t number = 0; number < tasks; ++number) {
    const auto queue = static_cast<std::uint32_t>(random() % 5);
    if (!bench.has_room(queue)) bench.run(500);
    if (!bench.has_room(queue)) continue;
    DescriptorFields task = Bench::task(number);
    task.cls = static_cast<std::uint8_t>(queue);
    task.jobs = queue == GANTRY_TS_CLASS_EVENT ? 0 : 1U << random() % 3;
    task.weight = static_cast<std::uint16_t>(1 + random() % 16);
    if (number > 0 && random() % 3 == 0) task.predecessors = {static_cast<std::uint32_t>(random() % number)};
    bench.submit(queue, task);
    bench.run(random() % 60);
  }
}

TEST_CASE("after a reset every register is as it was at the begin, the wire is low, and nothing happens by itself") {
  Bench fresh;
  for (const How how : {How::by_register, How::by_lower_half, How::by_call}) {
    Bench bench;
    bench.set_up();
    bench.write(GANTRY_TS_MSI_ADDRESS, 0xcafe0);
    bench.job_fails = true;
    for (std::uint32_t number = 0; number < 6; ++number) bench.submit(0, Bench::task(number));
    bench.write(GANTRY_TS_ID, 1);
    bench.run(150);
    bench.silent = true;
    for (std::uint32_t number = 6; number < 9; ++number) bench.submit(0, Bench::task(number));
    bench.run(40);
    CHECK(bench.interrupt);
    CHECK(bench.read(GANTRY_TS_STATUS) != 0);
    reset(bench, how);
    CHECK_FALSE(bench.interrupt);
    CHECK(all_registers(bench) == all_registers(fresh));
    CHECK(bench.read(GANTRY_TS_CYCLE) == bench.now + 1);  // time goes on
    CHECK(bench.device.due() == kNever);
    CHECK(bench.device.resets() == 1);
  }
}

TEST_CASE("a job that was under way is forgotten: what its processor says then is an unknown completion") {
  Bench bench;
  bench.set_up();
  bench.silent = true;
  bench.submit(0, Bench::task(0));
  bench.run();
  REQUIRE(bench.jobs.size() == 1);
  const std::uint32_t old = bench.jobs[0].split.token;
  reset(bench, How::by_register);
  bench.forget_rings();
  bench.set_up();
  bench.submit(0, Bench::task(0));
  bench.run();
  REQUIRE(bench.jobs.size() == 2);  // its processor has two places, as if it had nothing to do
  CHECK(bench.jobs[1].split.token != old);
  bench.write(GANTRY_TS_COMPLETION, old);
  bench.run();
  CHECK(bench.done() == Done{});
  CHECK(bench.read(GANTRY_TS_ERROR_STATUS) == 1U << GANTRY_TS_UNKNOWN_COMPLETION);
  CHECK(bench.read(GANTRY_TS_ERROR_INFO(GANTRY_TS_UNKNOWN_COMPLETION)) == old);
  bench.write(GANTRY_TS_COMPLETION, bench.jobs[1].split.token);
  bench.run();
  CHECK(bench.done() == Done{{0, 0}});
}

TEST_CASE("answers to what the device asked before the reset are not heard, be they errors or not") {
  for (const bool memory_fails : {false, true}) {
    for (const bool bus_fails : {false, true}) {
      for (Cycle when = 1; when < 120; ++when) {
        CAPTURE(memory_fails, bus_fails, when);
        Bench bench;
        bench.set_up();
        bench.memory_fails = memory_fails && when < 40;
        bench.bus_fails = bus_fails;
        for (std::uint32_t number = 0; number < 4; ++number) bench.submit(0, Bench::task(number));
        bench.run(when);
        bench.silent = true;
        reset(bench, How::by_call);
        const std::size_t jobs = bench.jobs.size();
        bench.run(500);
        const std::uint64_t late = bench.read(GANTRY_TS_ERROR_COUNT(GANTRY_TS_UNKNOWN_COMPLETION));
        CHECK(bench.read(GANTRY_TS_ERRORS) == late);
        CHECK(bench.jobs.size() == jobs);
        CHECK(bench.read(GANTRY_TS_TASKS_COMPLETED) == 0);
      }
    }
  }
}

/// The second half of a run after a reset is that of a device that has never run before.
void expect_as_new(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const SchedulerDeviceConfig config = some_config(random);
  Observer of_old;
  Observer of_new;
  Bench old(config, &of_old);
  Bench fresh(config, &of_new);
  old.random_latency = true;
  old.random.seed(seed);
  for (std::uint64_t times = 1 + random() % 3; times > 0; --times) {
    old.forget_rings();
    old.set_up();
    work(old, random, static_cast<std::uint32_t>(1 + random() % 20));
    old.run(random() % 300);
    reset(old, static_cast<How>(random() % 3));
  }
  CHECK(all_registers(old) == all_registers(fresh));
  old.run(500);  // what stood on the bus has left it, and what came back is counted as unknown
  CHECK(old.read(GANTRY_TS_ERRORS) == old.read(GANTRY_TS_ERROR_COUNT(GANTRY_TS_UNKNOWN_COMPLETION)));
  reset(old, How::by_call);

  old.forget_rings();
  of_old.clear();
  old.jobs.clear();
  fresh.run_to(old.now);
  for (Bench* bench : {&old, &fresh}) {
    std::mt19937_64 same(seed);
    bench->random_latency = true;
    bench->random.seed(seed);
    bench->set_up();
    work(*bench, same, 20);
    bench->run(3000);
  }
  CHECK(old.now == fresh.now);
  CHECK(of_old.tasks == of_new.tasks);
  CHECK(of_old.jobs == of_new.jobs);
  CHECK(all_registers(old) == all_registers(fresh));
  REQUIRE(old.jobs.size() == fresh.jobs.size());
  for (std::size_t i = 0; i < old.jobs.size(); ++i) {
    CHECK(old.jobs[i].processor == fresh.jobs[i].processor);
    CHECK(old.jobs[i].fields.number == fresh.jobs[i].fields.number);
    CHECK(old.jobs[i].split.job == fresh.jobs[i].split.job);
    CHECK(old.jobs[i].split.slot == fresh.jobs[i].split.slot);
  }
}

TEST_CASE("whenever the reset comes, the same input then takes the same cycles as in a new device") {
  const std::uint64_t seeds = kSanitized ? 30 : 400;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    CAPTURE(seed);
    expect_as_new(seed);
  }
}

TEST_CASE("whoever is called by the device may reset it in that call") {
  for (std::uint32_t within = 1; within < 16; ++within) {
    for (std::uint64_t seed = 1; seed <= (kSanitized ? 2 : 10); ++seed) {
      CAPTURE(within, seed);
      std::mt19937_64 random(seed);
      Bench bench(some_config(random));
      bench.random_latency = true;
      for (int times = 0; times < 4; ++times) {
        bench.forget_rings();
        bench.set_up();
        bench.write(GANTRY_TS_MSI_ADDRESS, 0xcafe0);
        bench.resets_within = within;
        work(bench, random, 10);
        bench.run(2000);
      }
      CHECK(bench.device.resets() > 0);
      CHECK(bench.calls_of_former == 0);
      bench.resets_within = 0;
      reset(bench, How::by_register);
      bench.forget_rings();
      bench.set_up();
      bench.submit(0, Bench::task(0));
      bench.run();
      CHECK(bench.done() == Done{{0, 0}});
    }
  }
}

TEST_CASE("a block that is reset in the middle of its work says nothing more in that cycle") {
  // Bursts shorter than a descriptor: the task cache asks for several in one cycle.
  SchedulerDeviceConfig config = two_cores();
  config.bursts.burst_bytes = 32;
  Bench bench(config);
  bench.set_up();
  for (std::uint32_t number = 0; number < 4; ++number) bench.put(0, Bench::task(number));
  bench.resets_within = Bench::kInRead;
  bench.ring(0);
  bench.run();
  CHECK(bench.device.resets() == 1);
  CHECK(bench.calls_of_former == 0);
  CHECK(bench.jobs.empty());
}

TEST_CASE("resets one after the other, with nothing between them, cost nothing that stays") {
  Bench bench;
  for (int i = 0; i < 200; ++i) {
    bench.write(GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_RESET);
    CHECK(bench.read(GANTRY_TS_CONTROL) == 0);
  }
  bench.set_up();
  bench.submit(0, Bench::task(0));
  bench.run();
  CHECK(bench.done() == Done{{0, 0}});
}

}  // namespace
}  // namespace gantry::device_reset_test
