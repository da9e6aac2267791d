// SPDX-License-Identifier: Apache-2.0
// The stages of a task's life as intervals: stage i of kStageNames lasts from bound i to bound i + 1.
#pragma once

#include <algorithm>
#include <array>

#include "gantry/scheduler/records.h"
#include "gantry/scheduler/scheduler_stats.h"

namespace gantry {

/// `now` ends the stage in which an unfinished task still is. Stations that a completed task skipped (event tasks) take
/// no time. Precondition: the task was submitted.
inline std::array<Cycle, kStages + 1> stage_bounds(const TaskRecord& task, Cycle now) {
  const bool done = task.completed != kNever;
  std::array<Cycle, kStages + 1> bounds = {task.submitted,
                                           task.cached,
                                           task.shown,
                                           task.ready,
                                           task.registered,
                                           task.split,
                                           std::min(task.admitted, task.first_issue),
                                           task.first_issue,
                                           task.last_issue,
                                           task.completed};
  for (std::size_t i = 1; i < bounds.size(); ++i) {
    if (bounds[i] == kNever) bounds[i] = done ? bounds[i - 1] : now;
    bounds[i] = std::max(bounds[i], bounds[i - 1]);
  }
  return bounds;
}

}  // namespace gantry
