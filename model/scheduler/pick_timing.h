// SPDX-License-Identifier: Apache-2.0
// The picker's clock: in which cycles a round may start, and when joins, leaves and drops take effect
// (docs/timing.md, "Picker"). Function and timing are apart, so that model and RTL run cycle for cycle the same.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/picker.h"

namespace gantry {
inline namespace scheduler {

class PickTiming {
 public:
  PickTiming(const PickerConfig& config, Picker& picker) : config_(config), picker_(picker) {}

  void join(std::uint32_t entry, const PickerEntry& what) { joins_.push_back({entry, what}); }
  void drop(std::uint32_t entry, std::uint32_t cls) { drops_.push_back({entry, cls}); }
  /// The entry joined by a command that has not taken effect yet, which the dispatcher never takes back and a bench of
  /// the RTL does; true if it was taken back.
  bool cancel_join(std::uint32_t entry);

  [[nodiscard]] bool reweighing(Cycle now) const { return now <= reweigh_until_ && reweigh_until_ != 0; }
  [[nodiscard]] bool round_may_start(Cycle now) const { return now >= next_round_ && !reweighing(now); }
  void round_started(Cycle now) {
    picker_.tell_cycle(now);
    next_round_ = now + config_.pick_interval_cycles;
    owes_round_ = false;
  }
  /// The winner of this cycle's round had its last job picked and has left `cls`.
  void entry_left(std::uint32_t cls) { touched_ |= 1U << cls; }

  /// Commands that wait; they take effect in the first cycle in which may_apply.
  [[nodiscard]] bool has_commands() const { return !joins_.empty() || !drops_.empty(); }
  /// `could_pick`: something was eligible in this cycle and no round started.
  [[nodiscard]] bool may_apply(Cycle now, bool could_pick) const {
    return !reweighing(now) && !(owes_round_ && could_pick);
  }
  /// Lets drops, then joins, take effect at the end of cycle `now`; a reweigh of the classes that changed fills the
  /// next cycles, answered in number. Precondition: may_apply. Calls `dropped(entry)` and `joined(entry)`.
  template <class Dropped, class Joined>
  Cycle apply(Cycle now, Dropped dropped, Joined joined) {
    picker_.tell_cycle(now);
    for (const Drop& drop : drops_) {
      picker_.drop(drop.entry);
      touched_ |= 1U << drop.cls;
      dropped(drop.entry);
    }
    for (const Join& join : joins_) {
      picker_.add(join.entry, join.what);
      touched_ |= 1U << join.what.cls;
      joined(join.entry);
    }
    drops_.clear();
    joins_.clear();
    return finish(now);
  }

  /// Appends what distinguishes this state from others at the same distance from `now`.
  void append_state(Cycle now, std::vector<std::uint64_t>& state) const;
  /// What lies in the future is `cycles` later.
  void shift(Cycle now, Cycle cycles);

  /// The next cycle after `now` in which the clock lets something happen: the end of a reweigh, or the next round if
  /// something is eligible or commands are held up by the round that is owed. kNever when nothing waits for it.
  [[nodiscard]] Cycle next_look(Cycle now, bool any_eligible) const;
  [[nodiscard]] Cycle reweigh_until() const { return reweigh_until_; }

 private:
  struct Join {
    std::uint32_t entry = 0;
    PickerEntry what;
  };
  struct Drop {
    std::uint32_t entry = 0;
    std::uint32_t cls = 0;
  };

  Cycle finish(Cycle now);

  const PickerConfig config_;
  Picker& picker_;
  std::vector<Join> joins_;
  std::vector<Drop> drops_;
  std::uint32_t touched_ = 0;  ///< classes that changed in this cycle
  Cycle reweigh_until_ = 0;    ///< last cycle of the current reweigh; 0 = none so far
  Cycle next_round_ = 0;
  bool owes_round_ = false;  ///< a reweigh is over and no round has followed it yet
};

}  // namespace scheduler
}  // namespace gantry
