// SPDX-License-Identifier: Apache-2.0
// What planners that place single tasks share: how long a task takes on each processor, and where and when it runs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "gantry/plan/graph.h"

namespace gantry::plan {

/// Time in cycles of every task on every processor. Preconditions: there is a processor; each task can run on at least
/// one.
class TaskTimes {
 public:
  /// In place of a time: the processor cannot run the task.
  static constexpr Time kCannotRun = ~Time{0};

  /// Equal processors. `times`: by task.
  TaskTimes(std::uint32_t processors, std::vector<Time> times) : processors_(processors), times_(std::move(times)) {}
  /// `times`: [task x processors + processor], kCannotRun where the task cannot run.
  static TaskTimes table(std::uint32_t processors, std::vector<Time> times) {
    TaskTimes made(processors, std::move(times));
    made.alike_ = false;
    return made;
  }

  [[nodiscard]] std::uint32_t processors() const { return processors_; }
  /// Whether the first constructor made it: all processors are equal and can run every task.
  [[nodiscard]] bool alike() const { return alike_; }
  [[nodiscard]] Time operator()(std::uint32_t task, std::uint32_t processor) const {
    return alike_ ? times_[task] : times_[std::size_t{task} * processors_ + processor];
  }
  /// Time on the fastest processor.
  [[nodiscard]] Time best(std::uint32_t task) const {
    Time least = (*this)(task, 0);
    for (std::uint32_t p = 1; !alike_ && p < processors_; ++p) least = std::min(least, (*this)(task, p));
    return least;
  }

 private:
  std::uint32_t processors_;
  std::vector<Time> times_;
  bool alike_ = true;
};

/// Processor and time of a task, in cycles. `finish`: first cycle after it.
struct Slot {
  std::uint32_t processor = 0;
  Time start = 0;
  Time finish = 0;
};

/// Slots by task.
using Schedule = std::vector<Slot>;

}  // namespace gantry::plan
