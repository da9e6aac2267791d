// SPDX-License-Identifier: Apache-2.0
// What a driver reads about single processors, and how it lives with one that does not answer.
#include <cstdint>
#include <utility>
#include <vector>

#include "catch.h"
#include "device/device_bench.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"

namespace gantry::device_processors_test {

namespace {

using device_bench::Bench;
using device_bench::two_cores;
using Done = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

constexpr std::uint32_t kQueues = 5;

std::uint64_t state(Bench& bench, std::uint32_t core) { return bench.read(GANTRY_TS_PROCESSOR_STATE(kQueues, core)); }
std::uint64_t token(Bench& bench, std::uint32_t core) { return bench.read(GANTRY_TS_PROCESSOR_TOKEN(kQueues, core)); }
std::uint64_t age(Bench& bench, std::uint32_t core) { return bench.read(GANTRY_TS_PROCESSOR_AGE(kQueues, core)); }
std::uint64_t ended(Bench& bench, std::uint32_t core) { return bench.read(GANTRY_TS_PROCESSOR_JOBS(kQueues, core)); }

/// Processors say nothing of themselves: the test answers for them.
void start_silent(Bench& bench) {
  bench.set_up();
  bench.silent = true;
}

std::vector<ProcessorId> processors(const Bench& bench) {
  std::vector<ProcessorId> of;
  for (const Bench::Job& job : bench.jobs) of.push_back(job.processor);
  return of;
}

/// Lost jobs are issued again once. Without another word the time-out never comes.
SchedulerDeviceConfig with_retries(std::uint64_t job_timeout = std::uint64_t{1} << 40) {
  SchedulerDeviceConfig config = two_cores();
  config.scheduler.monitor->job_timeout = job_timeout;
  config.scheduler.dispatcher->max_retries = 1;
  return config;
}

}  // namespace

TEST_CASE("a driver reads what each processor owes, and of the oldest job its token and age") {
  Bench bench;
  start_silent(bench);
  for (std::uint32_t n = 0; n < 4; ++n) bench.submit(0, Bench::task(n));
  bench.run(1000);
  REQUIRE(bench.jobs.size() == 4);  // two slots each
  for (const std::uint32_t core : {0U, 1U}) {
    CHECK(state(bench, core) == std::uint64_t{2} << 32);
    CHECK(ended(bench, core) == 0);
  }
  std::vector<std::uint32_t> of_core0;
  for (const Bench::Job& job : bench.jobs) {
    if (job.processor == 0) of_core0.push_back(job.split.token);
  }
  CHECK(token(bench, 0) == of_core0[0]);
  const std::uint64_t before = age(bench, 0);
  CHECK(before > 500);
  CHECK(before < 1000);
  bench.run(70);
  CHECK(age(bench, 0) == before + 70);
  // Out of order: the oldest is still the first.
  bench.write(GANTRY_TS_COMPLETION, of_core0[1]);
  CHECK(token(bench, 0) == of_core0[0]);
  CHECK(state(bench, 0) == std::uint64_t{1} << 32);
  bench.write(GANTRY_TS_COMPLETION, of_core0[0]);
  CHECK(state(bench, 0) == 0);
  CHECK(token(bench, 0) == 0);
  CHECK(age(bench, 0) == 0);
  CHECK(ended(bench, 0) == 2);
}

TEST_CASE("a processor that is off gets no job until it is on again") {
  Bench bench;
  start_silent(bench);
  bench.write(GANTRY_TS_PROCESSOR_STATE(kQueues, 0), GANTRY_TS_PROCESSOR_OFF);
  CHECK(state(bench, 0) == GANTRY_TS_PROCESSOR_OFF);
  for (std::uint32_t n = 0; n < 3; ++n) bench.submit(0, Bench::task(n));
  bench.run(1000);
  CHECK(processors(bench) == std::vector<ProcessorId>{1, 1});  // and the third one waits
  // An answer of its own changes nothing.
  bench.write(GANTRY_TS_PROCESSOR_STATE(kQueues, 0), 0);
  CHECK(state(bench, 0) == 0);
  bench.run(200);
  CHECK(processors(bench) == std::vector<ProcessorId>{1, 1, 0});
  SECTION("a reset switches it on") {
    bench.write(GANTRY_TS_PROCESSOR_STATE(kQueues, 1), GANTRY_TS_PROCESSOR_OFF);
    bench.write(GANTRY_TS_CONTROL, GANTRY_TS_CONTROL_RESET);
    CHECK(state(bench, 1) == 0);
  }
}

TEST_CASE("a driver survives a processor that hangs: the job of its token goes to another one") {
  Bench bench(with_retries());
  start_silent(bench);
  bench.submit(0, Bench::task(0));
  bench.run(800);
  REQUIRE(processors(bench) == std::vector<ProcessorId>{0});
  // The driver's clock: whoever owes a job for more than 500 cycles is switched off, and its job is over.
  REQUIRE(age(bench, 0) > 500);
  bench.write(GANTRY_TS_PROCESSOR_STATE(kQueues, 0), GANTRY_TS_PROCESSOR_OFF);
  bench.write(GANTRY_TS_FAILURE, token(bench, 0));
  bench.run(200);
  REQUIRE(processors(bench) == std::vector<ProcessorId>{0, 1});
  CHECK(bench.jobs[1].fields.number == 0);
  CHECK(bench.jobs[1].split.token != bench.jobs[0].split.token);
  bench.write(GANTRY_TS_COMPLETION, token(bench, 1));
  // Late, and of a token that is not under way.
  bench.write(GANTRY_TS_COMPLETION, bench.jobs[0].split.token);
  bench.run(200);
  CHECK(bench.done() == Done{{0, 0}});
  CHECK(bench.read(GANTRY_TS_ERROR_COUNT(GANTRY_TS_UNKNOWN_COMPLETION)) == 1);
  CHECK(bench.read(GANTRY_TS_STATUS) == 0);
}

TEST_CASE("without retries the task of a job that failed is done, with a flag") {
  Bench bench;
  start_silent(bench);
  bench.submit(0, Bench::task(0));
  bench.run(500);
  bench.write(GANTRY_TS_FAILURE, token(bench, 0));
  bench.run(200);
  CHECK(bench.done() == Done{{0, GANTRY_TS_DONE_FAILED}});
  CHECK(bench.jobs.size() == 1);
}

TEST_CASE("a job that is overdue is an error with its token, and its processor in quarantine until it answers") {
  SchedulerDeviceConfig config = two_cores();
  config.scheduler.monitor->job_timeout = 200;
  Bench bench(config);
  start_silent(bench);
  bench.submit(0, Bench::task(0));
  bench.run(800);
  REQUIRE(bench.jobs.size() == 1);
  CHECK(bench.interrupt);
  CHECK(bench.read(GANTRY_TS_ERROR_STATUS) == std::uint64_t{1} << GANTRY_TS_JOB_OVERDUE);
  CHECK(bench.read(GANTRY_TS_ERROR_INFO(GANTRY_TS_JOB_OVERDUE)) == bench.jobs[0].split.token);
  CHECK(state(bench, 0) == (std::uint64_t{1} << 32 | GANTRY_TS_PROCESSOR_QUARANTINE));
  bench.write(GANTRY_TS_COMPLETION, token(bench, 0));
  bench.run(50);
  CHECK(state(bench, 0) == 0);
  CHECK(bench.done() == Done{{0, 0}});
}

TEST_CASE("a task whose job fails in each attempt fails, and what waits for it is cancelled") {
  SchedulerDeviceConfig config = with_retries();
  config.scheduler.monitor->on_failure = OnFailure::cancel;
  Bench bench(config);
  bench.set_up();
  bench.job_fails = true;
  DescriptorFields second = Bench::task(1);
  second.predecessors = {0};
  bench.submit(0, Bench::task(0));
  bench.submit(0, second);
  bench.run();
  CHECK(processors(bench) == std::vector<ProcessorId>{0, 1});
  CHECK(bench.done() == Done{{0, GANTRY_TS_DONE_FAILED}, {1, GANTRY_TS_DONE_CANCELLED}});
}

TEST_CASE("registers of processors are those of the processors that there are") {
  Bench bench;
  bench.set_up();
  bench.write(GANTRY_TS_PROCESSOR_TOKEN(kQueues, 0), 7);
  CHECK(bench.read(GANTRY_TS_ERROR_INFO(GANTRY_TS_READ_ONLY)) == GANTRY_TS_PROCESSOR_TOKEN(kQueues, 0));
  CHECK(bench.read(GANTRY_TS_PROCESSOR_STATE(kQueues, 2)) == 0);
  bench.write(GANTRY_TS_PROCESSOR_STATE(kQueues, 2), 1);
  CHECK(bench.read(GANTRY_TS_ERROR_COUNT(GANTRY_TS_UNKNOWN_REGISTER)) == 2);
  CHECK(GANTRY_TS_BYTES(kQueues, 2) == GANTRY_TS_PROCESSOR_STATE(kQueues, 2));
}

}  // namespace gantry::device_processors_test
