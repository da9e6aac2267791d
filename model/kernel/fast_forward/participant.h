// SPDX-License-Identifier: Apache-2.0
// Interfaces of units whose state the periodic fast-forward saves, compares and moves in time.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/kernel/count_visitor.h"

namespace gantry {
inline namespace kernel {

/// Periods that are skipped because they repeat the last one.
struct Repetition {
  Cycle since = 0;           ///< first cycle of the period that is repeated
  Cycle begin = 0;           ///< first repeated cycle, directly after that period
  Cycle cycles = 0;          ///< length of all repeated periods together
  std::uint64_t events = 0;  ///< events of the recurrence within them
};

/// A unit whose state decides whether a period repeats, or that has counts to multiply.
class Participant {
 public:
  virtual ~Participant() = default;
  /// Whether `append_state` describes everything that is under way in the participant and on the links that it reads.
  [[nodiscard]] virtual bool only_repeats() const { return true; }
  /// Whether cycles may be skipped. False: the participant has to be clocked in every cycle.
  [[nodiscard]] virtual bool may_skip() const { return true; }
  /// Appends numbers that are equal for two states exactly if both develop alike. Times are relative to `now`.
  virtual void append_state(Cycle /*now*/, std::vector<std::uint64_t>& /*state*/) const {}
  /// Visits counts of the participant that Unit::visit_counts does not visit.
  virtual void visit_other_counts(CountVisitor& /*visitor*/) {}
  /// Adds repetition.cycles to all times after `repetition.begin`, and to all stamps set since `repetition.since`.
  virtual void shift(const Repetition& /*repetition*/) {}
};

/// The participant in which the recurring event happens, such as a match that fails for lack of a processor.
class Recurrence : public Participant {
 public:
  /// Cycle of the next event if nothing changes; kNever: none.
  [[nodiscard]] virtual Cycle next_event() const = 0;
  /// Number of events so far.
  [[nodiscard]] virtual std::uint64_t events() const = 0;
  /// Notifies observers, before the periods of `repetition` are skipped.
  virtual void announce(const Repetition& repetition) = 0;
  /// Stops, or resumes, the notification of observers of single events.
  virtual void mute(bool muted) = 0;
};

}  // namespace kernel
}  // namespace gantry
