// SPDX-License-Identifier: Apache-2.0
// What the periodic fast-forward needs to know of those whose state it saves, compares and moves in time.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/kernel/count_visitor.h"

namespace gantry {
inline namespace kernel {

/// Whole periods that repeat the last one.
struct Repetition {
  Cycle since = 0;           ///< begin of the period that is repeated; it ended at `begin`
  Cycle begin = 0;           ///< of the first repeated cycle
  Cycle cycles = 0;          ///< of all repeated periods
  std::uint64_t events = 0;  ///< of the recurrence within them
};

/// Something whose state decides whether a period repeats, or that counts.
class Participant {
 public:
  virtual ~Participant() = default;
  /// Nothing is under way here but what `append_state` describes. Covers what the participant holds and the links that
  /// it reads.
  [[nodiscard]] virtual bool only_repeats() const { return true; }
  /// Cycles may be left out. False of what has to be clocked in every cycle.
  [[nodiscard]] virtual bool may_skip() const { return true; }
  /// Appends numbers that are equal for two states exactly if both develop alike. Times are relative to `now`.
  virtual void append_state(Cycle /*now*/, std::vector<std::uint64_t>& /*state*/) const {}
  /// Visits what is counted here beside what a Unit counts by itself.
  virtual void visit_other_counts(CountVisitor& /*visitor*/) {}
  /// Moves everything that lies after `repetition.begin`, and stamps set since `repetition.since`, by its cycles.
  virtual void shift(const Repetition& /*repetition*/) {}
};

/// The participant in which the recurring event happens, such as a match that fails for lack of a processor.
class Recurrence : public Participant {
 public:
  /// Cycle of the next event if nothing changes; kNever: none.
  [[nodiscard]] virtual Cycle next_event() const = 0;
  /// Events so far.
  [[nodiscard]] virtual std::uint64_t events() const = 0;
  /// The periods of `repetition` are about to pass.
  virtual void announce(const Repetition& repetition) = 0;
  /// Observers are not notified of single events while it is muted.
  virtual void mute(bool muted) = 0;
};

}  // namespace kernel
}  // namespace gantry
