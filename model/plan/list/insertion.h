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
  /// Returns the earliest slot of this length from `arrival` on.
  [[nodiscard]] Slot earliest(std::uint32_t processor, Time arrival, Time length) const;
  /// Places the task.
  void place(const Slot& slot) {
    slots_[task_] = slot;
    occupy(slot);
  }

  /// Occupies and releases a slot, for trials.
  void occupy(const Slot& slot);
  void vacate(const Slot& slot);

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

/// Updates `arrival`, by processor, with the data of an edge. `from`: slot of its source.
void data_arrives(const ListProblem& problem, const Edge& edge, const Slot& from, std::vector<Time>& arrival);

/// Computes by processor when a task's data have arrived. Its predecessors must have slots.
void data_arrivals(const ListProblem& problem, const Schedule& slots, std::uint32_t task, std::vector<Time>& arrival);

/// Returns the slot with the least `cost(slot)` over the processors that can run the considered task. The lowest number
/// wins a tie.
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
