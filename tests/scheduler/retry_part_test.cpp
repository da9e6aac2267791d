// SPDX-License-Identifier: Apache-2.0
// RetrySkip with blocks that it has never heard of: what it knows of those that repeat themselves is RetryPart.
#include "gantry/kernel/retry_part.h"

#include "catch.h"
#include "gantry/network/interconnect.h"
#include "gantry/platform/retry_skip.h"

namespace gantry::retry_part_test {

namespace {

struct IdleWaker final : Waker {
  void schedule(Cycle /*at*/) override {}
};

/// Fails every ten cycles and shows nothing else.
struct Failing final : Unit, FailingPart {
  Failing() : Unit("failing") {}
  [[nodiscard]] bool only_retries() const override { return true; }
  void shift(const SkippedStretch& stretch) override {
    next += stretch.cycles;
    failures += stretch.failures;
  }
  [[nodiscard]] Cycle next_failure() const override { return next; }
  [[nodiscard]] std::uint64_t match_failures() const override { return failures; }
  [[nodiscard]] std::string state() const override { return ""; }
  Cycle step(Cycle now) override {
    ++runs;
    ++failures;
    return next = now + 10;
  }

  Cycle next = 10;
  std::uint64_t failures = 0;
  int runs = 0;
};

/// Whether it holds anything but retries is what it is told.
struct Bystander final : RetryPart {
  [[nodiscard]] bool only_retries() const override { return quiet; }
  bool quiet = true;
};

struct Sleeper final : Unit {
  Sleeper() : Unit("sleeper") {}
  [[nodiscard]] std::string state() const override { return ""; }
  Cycle step(Cycle now) override {
    ran = now;
    return 2000;  // with nobody to wait for, failures would be found to be for ever
  }
  Cycle ran = kNever;
};

struct Counter final : RecordSink {
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
  void match_failures_repeated(Cycle /*from*/, Cycle /*to*/, std::uint64_t failures) override { skipped += failures; }
  std::uint64_t skipped = 0;
};

/// 1000 cycles of a unit that fails beside one that sleeps until cycle 500.
struct Outcome {
  int runs = 0;
  std::uint64_t failures = 0;
  std::uint64_t skipped = 0;
  Cycle woken = 0;
};

Outcome run(bool enabled, bool quiet) {
  InterconnectConfig config;
  const auto topology = builtin_topologies().find("mesh")->make(config, 1);
  Interconnect interconnect(config, *topology);
  Failing failing;
  Sleeper sleeper;
  Bystander bystander;
  bystander.quiet = quiet;
  Counter sink;
  RetrySkip skip({failing, {&bystander}, {&failing}, {&sleeper}}, interconnect, sink);
  if (!enabled) skip.disable();
  IdleWaker waker;
  failing.attach(&waker);
  sleeper.attach(&waker);
  failing.wake(10);
  sleeper.wake(500);
  skip.limit(1000);
  for (Cycle now = 0; now < 1000; ++now) {
    failing.run(now);
    sleeper.run(now);
  }
  return {failing.runs, failing.failures, sink.skipped, sleeper.ran};
}

}  // namespace

TEST_CASE("what repeats is counted and not run, up to the cycle in which anybody else is due") {
  const Outcome all = run(false, true);
  CHECK(all.runs == 99);
  CHECK(all.failures == 99);
  const Outcome skipped = run(true, true);
  CHECK(skipped.failures == 99);
  CHECK(skipped.woken == 500);
  CHECK(skipped.runs + static_cast<int>(skipped.skipped) == 99);
  CHECK(skipped.runs < 10);
}

TEST_CASE("nothing is skipped while a part holds anything but retries") {
  const Outcome outcome = run(true, false);
  CHECK(outcome.runs == 99);
  CHECK(outcome.skipped == 0);
}

}  // namespace gantry::retry_part_test
