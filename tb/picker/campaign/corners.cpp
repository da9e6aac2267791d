// SPDX-License-Identifier: Apache-2.0
#include "picker/campaign/corners.h"

#include <algorithm>

#include "gantry/base/bits.h"

namespace gantry::campaign {
namespace {

/// Words for a stimulus.
class Script {
 public:
  explicit Script(Bench& bench) : bench_(bench), eligible_((bench.parameters().entries + 63) / 64) { everything(); }

  void everything() {
    for (std::uint32_t e = 0; e < bench_.parameters().entries; ++e) set_bit(eligible_, e);
  }
  void nothing() {
    for (std::uint64_t& word : eligible_) word = 0;
  }
  void only(std::uint32_t entry) {
    nothing();
    set_bit(eligible_, entry);
  }
  void all_but(std::uint32_t entry) {
    everything();
    clear_bit(eligible_, entry);
  }

  void reset() { bench_.reset(false, eligible_); }
  /// Joins one entry per cycle, nothing eligible meanwhile, and waits for its weight.
  void add(std::uint32_t entry, std::uint32_t cls, std::uint32_t weight, std::uint64_t jobs) {
    const EntrySet kept = eligible_;
    nothing();
    bench_.begin(false, eligible_);
    bench_.end({}, Add{entry, {cls, weight, std::min(jobs, bench_.parameters().most_jobs()), 0}});
    settle();
    eligible_ = kept;
  }
  /// Until nothing waits and nothing is being reweighed.
  void settle() {
    bool quiet = false;
    while (!quiet) {
      bench_.begin(false, eligible_);
      bench_.end();
      quiet = !bench_.reference().busy();
      for (std::uint32_t e = 0; e < bench_.parameters().entries; ++e) {
        quiet = quiet && bench_.places()[e] != Place::waiting && bench_.places()[e] != Place::leaving;
      }
    }
  }
  void idle(std::uint32_t cycles) {
    for (std::uint32_t i = 0; i < cycles; ++i) {
      bench_.begin(false, eligible_);
      bench_.end();
    }
  }
  /// Rounds, however long reweighs keep them waiting; fewer when all that is eligible has left.
  void pick(std::uint32_t rounds) {
    const std::uint64_t until = bench_.rounds() + rounds;
    while (bench_.rounds() < until) {
      bench_.begin(true, eligible_);
      bench_.end({}, {}, read_);
      if (!bench_.reference().busy() && !bench_.reference().any_candidate()) return;
      read_ = (read_ + 1) % bench_.parameters().entries;
    }
  }
  /// A cycle without a pick.
  void command(std::optional<std::uint32_t> drop, const std::optional<Add>& add) {
    bench_.begin(false, eligible_);
    bench_.end(drop, add);
  }
  /// Runs a round whose winner leaves with its last job, and the commands of the same cycle.
  void last_pick_with(std::optional<std::uint32_t> drop, const std::optional<Add>& add) {
    bench_.begin(true, eligible_);
    bench_.end(drop, add);
  }

  const EntrySet& eligible() const { return eligible_; }

 private:
  Bench& bench_;
  EntrySet eligible_;
  std::uint32_t read_ = 0;
};

/// Every entry of one class: T = (W - S) << FRAC, which is 0 for all when the S sum to 256.
void ties(Script& script, const RtlParameters& p) {
  script.reset();
  script.add(0, 0, 1, 1000);
  script.add(1, 0, 3, 1000);
  script.add(2, 0, 252, 1000);
  script.pick(300);

  // One entry per class, all alike; then two per class.
  script.reset();
  for (std::uint32_t e = 0; e < p.classes && e < p.entries; ++e) script.add(e, p.classes - 1 - e, 256, 1000);
  script.pick(50);
  script.reset();
  for (std::uint32_t e = 0; e < p.entries; ++e) script.add(e, e % p.classes, 128, p.most_jobs());
  script.pick(300);

  // All in one class, all equal, until no entry is left.
  script.reset();
  for (std::uint32_t e = 0; e < p.entries; ++e) script.add(e, p.classes - 1, 64, 2);
  script.pick(2 * p.entries);
  script.idle(3);
}

/// The largest sum of weights that a class can have.
void largest_sum(Script& script, const RtlParameters& p) {
  script.reset();
  for (std::uint32_t e = 0; e < p.entries; ++e) script.add(e, p.classes - 1, 256, p.most_jobs());
  script.pick(3);
}

void lone_entry(Script& script, const RtlParameters& p) {
  for (const std::uint32_t entry : {0U, p.entries / 2, p.entries - 1}) {
    script.reset();
    script.add(entry, p.classes - 1, 256, p.most_jobs());
    script.pick(200);
    script.nothing();
    script.idle(5);
    script.everything();
    script.pick(5);
  }
}

/// W of 1, 2, 3..4, 5..8 and 9..255 as winner and as loser: S = 1 in a class with the sum given.
void every_delay_factor(Script& script, const RtlParameters& p) {
  for (const std::uint32_t sum : {513U, 385U, 128U, 64U, 41U, 9U}) {
    script.reset();
    std::uint32_t rest = sum - 1;
    for (std::uint32_t e = 1; e < p.entries && rest > 0; ++e) {
      const std::uint32_t weight = rest < 256 ? rest : 256;
      script.add(e, 0, weight, p.most_jobs());
      rest -= weight;
    }
    script.add(0, 0, 1, p.most_jobs());
    script.only(0);
    script.pick(40);
    script.all_but(0);
    script.pick(40);
    script.everything();
    script.pick(40);
  }
}

/// An entry waits so long that its history falls no more; then it may compete again.
void long_wait(Script& script, const RtlParameters& p) {
  script.reset();
  script.add(0, 0, 256, p.most_jobs());
  script.add(1, p.classes - 1, 200, p.most_jobs());
  script.only(1);
  script.pick(500);
  script.only(0);
  script.pick(2);
  script.everything();
  script.pick(100);
}

void comings_and_goings(Script& script, const RtlParameters& p) {
  const std::uint32_t last = p.entries - 1;
  const Add again{0, {0, 7, 1, 0}};
  script.reset();
  // Leaves and joins in the same cycle, over and over.
  script.add(0, 0, 7, 1);
  for (int i = 0; i < 5; ++i) {
    script.last_pick_with({}, again);
    script.settle();
  }
  // Its last pick meets its own drop; then no entry is left.
  script.last_pick_with(0, {});
  script.settle();
  script.pick(0);
  // Three entries in one cycle: one's last job, one's drop, one's add; afterwards they are picked empty.
  script.add(0, 0, 256, 1);
  script.add(1, 0, 3, 2);
  script.only(0);
  script.last_pick_with(1, Add{last, {p.classes - 1, 256, 1, 0}});
  script.everything();
  script.settle();
  script.pick(1);
  // A drop that takes effect with an add of the same entry, another class.
  script.add(2, 0, 9, 5);
  script.nothing();
  script.command(2, Add{2, {p.classes - 1, 1, 2, 0}});
  // Meanwhile a join that waits is taken back, given anew, given anew in one cycle with its drop, taken back.
  script.command({}, Add{1, {0, 5, 3, 0}});
  script.command(1, {});
  script.command({}, Add{1, {0, 6, 3, 0}});
  script.command(1, Add{1, {p.classes - 1, 7, 3, 0}});
  script.command(1, {});
  script.command({}, Add{0, {0, 8, 3, 0}});
  script.command(2, {});
  script.settle();
  script.everything();
  script.pick(5);
  script.settle();
}

/// While class 0 is reweighed, every class changes.
void all_classes(Script& script, const RtlParameters& p) {
  script.reset();
  script.nothing();
  script.command({}, Add{0, {0, 100, 3, 0}});
  script.command(0, {});
  for (std::uint32_t c = 1; c < p.classes; ++c) script.command({}, Add{c, {c, 100, 3, 0}});
  script.settle();
}

}  // namespace

void run_corners(Bench& bench) {
  Script script(bench);
  const RtlParameters& p = bench.parameters();
  ties(script, p);
  largest_sum(script, p);
  lone_entry(script, p);
  every_delay_factor(script, p);
  long_wait(script, p);
  comings_and_goings(script, p);
  all_classes(script, p);
  script.reset();
}

}  // namespace gantry::campaign
