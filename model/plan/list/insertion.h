// SPDX-License-Identifier: Apache-2.0
// A schedule under construction, into whose gaps later tasks may be put.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

class InsertionSchedule {
 public:
  explicit InsertionSchedule(const ListProblem& problem);

  /// Looks at `task`, whose predecessors are placed: from when on its data is where.
  void consider(std::uint32_t task);
  /// The earliest slot for the considered task on a processor that can run it; a gap has to hold all of it.
  [[nodiscard]] Slot earliest(std::uint32_t processor) const {
    return earliest(processor, arrival_[processor], problem_.times(task_, processor));
  }
  /// The earliest slot of this length from `arrival` on.
  [[nodiscard]] Slot earliest(std::uint32_t processor, Time arrival, Time length) const;
  /// Puts the considered task there.
  void place(const Slot& slot) {
    slots_[task_] = slot;
    occupy(slot);
  }

  /// For trying what would be: takes the slot from its processor, and gives it back.
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
  std::vector<std::vector<Busy>> busy_;  ///< per processor, in order; nothing runs over a task without time
  std::uint32_t task_ = 0;
  std::vector<Time> arrival_;  ///< of the considered task's data, per processor
};

/// Lets the data of an edge, whose task has the slot `from`, count for when everything is at every processor.
void data_arrives(const ListProblem& problem, const Edge& edge, const Slot& from, std::vector<Time>& arrival);

/// When a task, whose predecessors have their slots, is there with all its data at every processor.
void data_arrivals(const ListProblem& problem, const Schedule& slots, std::uint32_t task, std::vector<Time>& arrival);

/// Of the processors that can run the considered task the one where it has the least `cost(slot)`; ties go to the
/// lowest number.
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
