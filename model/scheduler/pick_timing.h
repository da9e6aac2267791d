// SPDX-License-Identifier: Apache-2.0
// The picker's clock: the cycles in which a round may start, and in which joins, leaves and drops take effect
// (docs/timing.md, "Picker"). It is separate from the picker's function, so that model and RTL share the timing.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/picker.h"

namespace gantry {
inline namespace scheduler {

class PickTiming {
  template <class>
  friend struct gantry::Archived;

 public:
  PickTiming(const PickerConfig& config, Picker& picker);

  /// Orders an entry to join; takes effect with the next apply().
  void join(std::uint32_t entry, const PickerEntry& what) { joins_.push_back({entry, what}); }
  /// Orders an entry of picker class `cls` to leave; takes effect with the next apply().
  void drop(std::uint32_t entry, std::uint32_t cls) { drops_.push_back({entry, cls}); }
  /// Cancels an ordered join that has not taken effect. Returns whether there was one. Only benches of the RTL use it.
  bool cancel_join(std::uint32_t entry);

  [[nodiscard]] bool reweighing(Cycle now) const { return now <= reweigh_until_ && reweigh_until_ != 0; }
  [[nodiscard]] bool round_may_start(Cycle now) const { return now >= next_round_ && !reweighing(now); }
  /// A round starts in cycle `now`. The next one may start pick_interval_cycles later.
  void round_started(Cycle now) {
    picker_.tell_cycle(now);
    next_round_ = now + interval_;
    owes_round_ = false;
  }
  /// The winner of this cycle's round has left its picker class `cls`, because its last job was picked.
  void entry_left(std::uint32_t cls) { touched_ |= 1U << cls; }

  /// Whether joins or drops wait to take effect.
  [[nodiscard]] bool has_commands() const { return !joins_.empty() || !drops_.empty(); }
  /// Whether apply() is allowed in cycle `now`: no reweigh is running, and no round is owed to a waiting entry.
  /// `could_pick`: an entry was eligible in this cycle and no round started.
  [[nodiscard]] bool may_apply(Cycle now, bool could_pick) const {
    return !reweighing(now) && !(owes_round_ && could_pick);
  }
  /// Lets drops, then joins, take effect at the end of cycle `now`, and calls `dropped(entry)` and `joined(entry)`.
  /// Then the classes that changed are reweighed. Returns the cycles that this takes. Precondition: may_apply.
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

  /// Appends numbers that are equal for two states exactly if both develop alike. Times are relative to `now`.
  void append_state(Cycle now, std::vector<std::uint64_t>& state) const;
  /// Moves times after `now` by `cycles`.
  void shift(Cycle now, Cycle cycles);

  /// Returns the next cycle after `now` in which the clock allows an event: the end of a reweigh, or the next round if
  /// an entry is eligible or commands wait for an owed round. kNever: nothing waits for the clock.
  [[nodiscard]] Cycle next_look(Cycle now, bool any_eligible) const;
  /// Last cycle of the current or last reweigh; 0: none so far.
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

  const Cycle interval_;        ///< between the starts of two rounds
  const Cycle reweigh_cycles_;  ///< of one class
  Picker& picker_;
  std::vector<Join> joins_;
  std::vector<Drop> drops_;
  std::uint32_t touched_ = 0;  ///< classes that changed in this cycle
  Cycle reweigh_until_ = 0;    ///< last cycle of the current reweigh; 0 = none so far
  Cycle next_round_ = 0;
  bool owes_round_ = false;  ///< a reweigh has ended, and no round has started since
};

}  // namespace scheduler
}  // namespace gantry
