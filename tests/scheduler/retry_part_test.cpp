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
  void tell_failures(bool tells) override { tells_ = tells; }
  [[nodiscard]] std::string state() const override { return ""; }
  Cycle step(Cycle now) override {
    ++runs;
    ++failures;
    told += tells_ ? 1 : 0;
    return next = now + 10;
  }

  Cycle next = 10;
  std::uint64_t failures = 0;
  int runs = 0;
  int told = 0;

 private:
  bool tells_ = true;
};

/// Whether it holds anything but retries is what it is told.
struct Bystander final : RetryPart {
  [[nodiscard]] bool only_retries() const override { return quiet; }
  [[nodiscard]] bool may_skip() const override { return !clocked; }
  bool quiet = true;
  bool clocked = false;
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
  int told = 0;
};

enum class Kind { skips, runs_all, with_one_clocked };

Outcome run(Kind kind, bool quiet) {
  InterconnectConfig config;
  const auto topology = builtin_topologies().find("mesh")->make(config, 1);
  Interconnect interconnect(config, *topology);
  Failing failing;
  Sleeper sleeper;
  Bystander bystander;
  bystander.quiet = quiet;
  Counter sink;
  RetrySkip skip({failing, {&bystander}, {&failing}, {&sleeper}}, interconnect, sink);
  if (kind == Kind::runs_all) skip.run_all();
  bystander.clocked = kind == Kind::with_one_clocked;
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
  return {failing.runs, failing.failures, sink.skipped, sleeper.ran, failing.told};
}

}  // namespace

TEST_CASE("what repeats is counted and not run, up to the cycle in which anybody else is due") {
  const Outcome skipped = run(Kind::skips, true);
  CHECK(skipped.failures == 99);
  CHECK(skipped.woken == 500);
  CHECK(skipped.runs + static_cast<int>(skipped.skipped) == 99);
  CHECK(skipped.runs < 10);
  CHECK(skipped.told == skipped.runs);
}

TEST_CASE("who has to be clocked misses nothing, and observers hear the same") {
  const Outcome skipped = run(Kind::skips, true);
  for (const Kind kind : {Kind::runs_all, Kind::with_one_clocked}) {
    const Outcome all = run(kind, true);
    CHECK(all.runs == 99);
    CHECK(all.failures == 99);
    CHECK(all.woken == 500);
    CHECK(all.told == skipped.told);
    CHECK(all.skipped == skipped.skipped);
  }
}

TEST_CASE("nothing is skipped while a part holds anything but retries") {
  const Outcome outcome = run(Kind::skips, false);
  CHECK(outcome.runs == 99);
  CHECK(outcome.skipped == 0);
}

}  // namespace gantry::retry_part_test
