// SPDX-License-Identifier: Apache-2.0
// The stages of a task's life as intervals that follow each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "gantry/scheduler/records.h"
#include "gantry/scheduler/scheduler_stats.h"

namespace gantry {

struct StageSpan {
  std::size_t stage = 0;  ///< index of kStageNames
  Cycle from = 0;
  Cycle to = 0;
};

/// Returns all stages in order of time. `now` ends the stage in which an unfinished task still is. Stations that a
/// completed task skipped (event tasks) take no time. Precondition: the task was submitted.
inline std::array<StageSpan, kStages> stage_spans(const TaskRecord& task, Cycle now) {
  const bool done = task.completed != kNever;
  const bool early = registered_early(task);
  std::array<Cycle, kStages + 1> bounds = {task.submitted,
                                           task.cached,
                                           task.shown,
                                           early ? task.registered : task.ready,
                                           early ? task.split : task.registered,
                                           early ? task.ready : task.split,
                                           std::min(task.admitted, task.first_issue),
                                           task.first_issue,
                                           task.last_issue,
                                           task.completed};
  std::array<StageSpan, kStages> spans;
  for (std::size_t i = 1; i < bounds.size(); ++i) {
    if (bounds[i] == kNever) bounds[i] = done ? bounds[i - 1] : now;
    bounds[i] = std::max(bounds[i], bounds[i - 1]);
    spans[i - 1] = {(early ? kEarlyStageOrder : kStageOrder)[i - 1], bounds[i - 1], bounds[i]};
  }
  return spans;
}

}  // namespace gantry
