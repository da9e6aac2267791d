// SPDX-License-Identifier: Apache-2.0
// A schedule under construction. Later tasks may fill its gaps.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

class InsertionSchedule {
 public:
  explicit InsertionSchedule(const ListProblem& problem);

  /// Sets the task to place next and computes the arrival of its data. Its predecessors must be placed.
  void consider(std::uint32_t task);
  /// Returns the earliest slot of that task on a processor that can run it. A gap must hold all of it.
  [[nodiscard]] Slot earliest(std::uint32_t processor) const {
    return earliest(processor, arrival_[processor], problem_.times(task_, processor));
  }
  /// Returns the earliest slot of this length on the processor, from cycle `arrival` on.
  [[nodiscard]] Slot earliest(std::uint32_t processor, Time arrival, Time length) const;
  /// Places the task that consider() set. The slot must be free.
  void place(const Slot& slot) {
    slots_[task_] = slot;
    occupy(slot);
  }

  /// Occupies a slot, for trials.
  void occupy(const Slot& slot);
  /// Releases a slot. Precondition: it was occupied.
  void vacate(const Slot& slot);

  /// Slots by task; Slot{} for a task that is not placed.
  [[nodiscard]] const Schedule& slots() const { return slots_; }

 private:
  struct Busy {
    Time start = 0;
    Time finish = 0;
  };
  static std::vector<Busy>::iterator first_after(std::vector<Busy>& busy, const Slot& slot);

  const ListProblem& problem_;
  Schedule slots_;
  std::vector<std::vector<Busy>> busy_;  ///< by processor, in order; no task overlaps one with time 0
  std::uint32_t task_ = 0;
  std::vector<Time> arrival_;  ///< by processor: arrival of the considered task's data
};

/// Raises `arrival`, by processor, to the cycle in which the data of an edge are there. `from`: slot of its source.
void data_arrives(const ListProblem& problem, const Edge& edge, const Slot& from, std::vector<Time>& arrival);

/// Sets `arrival`, by processor, to the cycle in which all data of a task are there, at least its release. Its
/// predecessors must have slots.
void data_arrivals(const ListProblem& problem, const Schedule& slots, std::uint32_t task, std::vector<Time>& arrival);

/// Returns the slot with the least `cost(slot)` over the earliest slots on all processors that can run the task. The
/// lowest processor wins a tie. Precondition: consider() was called for `task`.
template <class Cost>
Slot best_slot(const InsertionSchedule& schedule, const TaskTimes& times, std::uint32_t task, Cost cost) {
  Slot best;
  Time least = 0;
  bool found = false;
  for (std::uint32_t p = 0; p < times.processors(); ++p) {
    if (times(task, p) == TaskTimes::kCannotRun) continue;
    const Slot slot = schedule.earliest(p);
    const Time value = cost(slot);
    if (found && value >= least) continue;
    found = true;
    least = value;
    best = slot;
  }
  return best;
}

}  // namespace gantry::plan
