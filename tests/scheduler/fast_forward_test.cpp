// SPDX-License-Identifier: Apache-2.0
// The periodic fast-forward with units that it does not know: what passes at once, and that everything counted is the
// same as if every cycle had been run.
#include "gantry/kernel/fast_forward/fast_forward.h"

#include <sstream>
#include <string>
#include <vector>

#include "catch.h"

namespace gantry::fast_forward_test {

namespace {

/// An event every ten cycles. It counts in every way in which a unit can count.
class Recurring final : public Unit, public Recurrence {
 public:
  Recurring()
      : Unit("recurring"),
        queue_(add_queue("queue", "")),
        stall_(add_stall("stall", "")),
        signal_(add_signal("signal", "", 1)),
        counter_(add_counter("counter", "")) {}
  [[nodiscard]] std::string state() const override { return ""; }
  void append_state(Cycle /*now*/, std::vector<std::uint64_t>& state) const override { state.push_back(odd_ ? 1 : 0); }
  void shift(const Repetition& repetition) override { next_ += repetition.cycles; }
  [[nodiscard]] Cycle next_event() const override { return next_; }
  [[nodiscard]] std::uint64_t events() const override { return total_; }
  void announce(const Repetition& repetition) override { announced += repetition.events; }
  void mute(bool muted) override { muted_ = muted; }
  Cycle step(Cycle now) override {
    ++runs;
    ++total_;
    told += muted_ ? 0 : 1;
    // A period has two events, and every second one counts more.
    odd_ = !odd_;
    counter_ += odd_ ? 3 : 5;
    queue_.set(now, odd_ ? 7 : 2);
    stall_.set(now, odd_ ? 1 : 0);
    signal_.strobe(now);
    mark_busy(now);
    return next_ = now + 10;
  }
  /// Everything counted until cycle `end`.
  [[nodiscard]] std::string counts(Cycle end) {
    std::ostringstream text;
    const BlockStats stats = block_stats(end);
    text << "busy " << stats.busy_cycles << " counter " << stats.counters.at(0).second << " queue "
         << stats.queues.at(0).mean << ' ' << stats.queues.at(0).max << " stall " << stats.stalls.at(0).second
         << " total " << total_;
    return text.str();
  }

  int runs = 0;
  int told = 0;
  std::uint64_t announced = 0;

 private:
  Cycle next_ = 10;
  bool odd_ = false;
  bool muted_ = false;
  Gauge& queue_;
  Gauge& stall_;
  Gauge& signal_;
  std::uint64_t& counter_;
  std::uint64_t& total_ = add_total();
};

/// Holds something beside what repeats, or has to be clocked, as it is told.
struct Neighbour final : Participant {
  [[nodiscard]] bool only_repeats() const override { return quiet; }
  [[nodiscard]] bool may_skip() const override { return !clocked; }
  bool quiet = true;
  bool clocked = false;
};

/// Runs in cycle 500 and from then on every 400 cycles.
struct Other final : Unit {
  Other() : Unit("other") {}
  [[nodiscard]] std::string state() const override { return ""; }
  Cycle step(Cycle now) override {
    ran.push_back(now);
    return now + 400;
  }
  std::vector<Cycle> ran;
};

/// Has endless work of its own in cycles 100 to 200.
struct Shared final : SharedUnits {
  struct Worker final : Unit {
    Worker() : Unit("shared") {}
    [[nodiscard]] std::string state() const override { return ""; }
    Cycle step(Cycle now) override { return now < 200 ? now + 1 : kNever; }
  };
  [[nodiscard]] const std::vector<const Unit*>& units() const override { return list; }
  [[nodiscard]] bool hold_work() const override { return false; }
  void stop(Cycle /*now*/) override { stopped = true; }
  Worker worker;
  std::vector<const Unit*> list{&worker};
  bool stopped = false;
};

enum class Kind { skips, runs_all, with_one_clocked, with_something_under_way };

struct Outcome {
  int runs = 0;
  int told = 0;
  std::uint64_t announced = 0;
  std::string counts;
  std::vector<Cycle> others;
};

/// 1000 cycles.
Outcome run(Kind kind, bool shares = false) {
  Recurring recurring;
  Other other;
  Neighbour neighbour;
  Shared shared;
  FastForward forward({recurring, {&neighbour}, {&recurring}, {&other}, shares ? &shared : nullptr});
  if (kind == Kind::runs_all) forward.run_all();
  neighbour.clocked = kind == Kind::with_one_clocked;
  neighbour.quiet = kind != Kind::with_something_under_way;
  recurring.wake(10);
  other.wake(500);
  if (shares) shared.worker.wake(100);
  forward.limit(1000);
  for (Cycle now = 0; now < 1000; ++now) {
    forward.before(now);
    recurring.run(now);
    other.run(now);
    shared.worker.run(now);
  }
  CHECK_FALSE(shared.stopped);
  return {recurring.runs, recurring.told, recurring.announced, recurring.counts(1000), other.ran};
}

}  // namespace

TEST_CASE("periods pass at once up to the cycle in which another unit is due") {
  const Outcome skipped = run(Kind::skips);
  CHECK(skipped.runs < 20);
  CHECK(skipped.others == std::vector<Cycle>{500, 900});
  CHECK(skipped.runs + static_cast<int>(skipped.announced) == 99);
  CHECK(skipped.told == skipped.runs);
}

TEST_CASE("counters, totals, queues, stalls and busy cycles are those of a run of every cycle") {
  const Outcome all = run(Kind::runs_all);
  CHECK(all.runs == 99);
  CHECK(run(Kind::skips).counts == all.counts);
  CHECK(run(Kind::skips, true).counts == all.counts);
}

TEST_CASE("what has to be clocked misses no cycle, and observers are notified of the same events") {
  const Outcome skipped = run(Kind::skips);
  for (const Kind kind : {Kind::runs_all, Kind::with_one_clocked}) {
    const Outcome all = run(kind);
    CHECK(all.runs == 99);
    CHECK(all.counts == skipped.counts);
    CHECK(all.others == skipped.others);
    CHECK(all.told == skipped.told);
    CHECK(all.announced == skipped.announced);
  }
}

TEST_CASE("nothing is skipped while a participant holds anything that does not repeat") {
  const Outcome outcome = run(Kind::with_something_under_way);
  CHECK(outcome.runs == 99);
  CHECK(outcome.announced == 0);
}

TEST_CASE("nothing is skipped while units with endless work are active") {
  const Outcome shares = run(Kind::skips, true);
  CHECK(shares.runs > run(Kind::skips).runs + 5);
  CHECK(shares.runs < 40);
}

TEST_CASE("events that nothing can ever end leave nothing due") {
  Recurring recurring;
  Shared shared;
  FastForward forward({recurring, {}, {&recurring}, {}, &shared});
  recurring.wake(10);
  for (Cycle now = 0; now < 1000; ++now) {
    forward.before(now);
    recurring.run(now);
  }
  CHECK(recurring.due() == kNever);
  CHECK(shared.stopped);
  CHECK(recurring.runs < 10);
}

}  // namespace gantry::fast_forward_test
