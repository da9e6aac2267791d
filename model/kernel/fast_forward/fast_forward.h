// SPDX-License-Identifier: Apache-2.0
// Periodic fast-forward. Problem: a gang that does not fit fails, waits and fails again, thousands of times, until some
// processor is free. Idea: before each such event the state of all participants, with times relative to the current
// cycle, is compared with a saved state. When it recurs while all other units slept, what happened in between repeats.
// As many whole periods as end before the next other unit is due pass at once: timers are shifted, counts multiplied.
// Source: R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980): the saved state is replaced
// after 1, 2, 4, ... comparisons. Cost: a copy of the state and of the counts per replacement.
//
// Results do not depend on it: cycle numbers, counts and occupancies are those of a run of every cycle. If something
// has to be clocked in every cycle, such as Verilog in a block's place, the same periods are found and run, and
// observers are not notified within them, so that traces and waveforms are the same, too.
//
// This module knows no unit by type. States are compared between cycles, so the order of evaluation cannot be seen.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/kernel/cycle_watcher.h"
#include "gantry/kernel/fast_forward/participant.h"
#include "gantry/kernel/unit.h"

namespace gantry {
inline namespace kernel {

/// Units with endless work that no participant waits for, and units that serve it and others: synthetic traffic, and
/// the network that carries it. While they are active, no cycle is skipped.
class SharedUnits {
 public:
  virtual ~SharedUnits() = default;
  [[nodiscard]] virtual const std::vector<const Unit*>& units() const = 0;
  /// Whether they hold something that a participant or another unit waits for.
  [[nodiscard]] virtual bool hold_work() const = 0;
  /// Ends the endless work: none of it begins after cycle `now`.
  virtual void stop(Cycle now) = 0;
};

class FastForward final : public CycleWatcher {
  template <class>
  friend struct gantry::Archived;

 public:
  /// The units of a machine by their role while the event recurs.
  struct Cast {
    Recurrence& recurrence;
    std::vector<Participant*> participants;  ///< without the recurrence
    std::vector<Unit*> acting;               ///< units that may run within a period
    std::vector<const Unit*> others;         ///< units that sleep within a period
    SharedUnits* shared = nullptr;           ///< nullptr: none
  };
  explicit FastForward(Cast cast) : cast_(std::move(cast)) {}

  void before(Cycle now) override {
    if (muted_until_ != 0 && is_over(now)) mute(false);
    if (muted_until_ == 0 && now == cast_.recurrence.next_event()) look(now);
  }
  /// Sets the latest end of a skipped period.
  void limit(Cycle last_cycle) { last_cycle_ = last_cycle; }
  /// Switches skipping off: every cycle is run, and observers are still not notified within repeated periods.
  void run_all() { runs_all_ = true; }

 private:
  void look(Cycle now);
  bool take_state(Cycle now);
  [[nodiscard]] bool sleeps(const Unit& unit, Cycle now) const;
  [[nodiscard]] bool all_sleep(const std::vector<const Unit*>& units, Cycle now) const;
  [[nodiscard]] bool shared_sleep(Cycle now) const;
  [[nodiscard]] bool anything_left() const;
  [[nodiscard]] Cycle next_other() const;
  void save(Cycle now);
  void forget();
  void give_up(Cycle now);
  void repeat(Cycle now);
  void visit_counts(CountVisitor& visitor);
  template <class Call>
  void for_each_participant(Call call) const;
  void mute(bool on);
  [[nodiscard]] bool is_over(Cycle now) const;

  Cast cast_;
  Cycle last_cycle_ = kNever;
  bool runs_all_ = false;
  Cycle muted_since_ = 0;
  Cycle muted_until_ = 0;  ///< end of repeated periods that are run without notifying observers; 0: none

  std::vector<std::uint64_t> state_;  ///< state of the last look
  // The saved state.
  Cycle saved_at_ = kNever;  ///< its cycle; kNever: nothing is saved
  std::vector<std::uint64_t> saved_;
  std::vector<std::uint64_t> saved_counts_;
  std::uint64_t saved_events_ = 0;
  std::uint64_t comparisons_ = 0;  ///< comparisons since it was saved
  std::uint64_t patience_ = 1;     ///< comparisons after which it is replaced
};

}  // namespace kernel
}  // namespace gantry
