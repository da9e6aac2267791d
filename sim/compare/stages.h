// SPDX-License-Identifier: Apache-2.0
// Time of completed tasks by stage, in both runs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "compare/run_pair.h"
#include "gantry/scheduler/scheduler_stats.h"
#include "metric/change.h"

namespace gantry {

/// Tasks of one class, weight and stream; the stages sum exactly to `lifetime`.
struct StageGroup {
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 0;
  std::uint32_t stream = 0;
  Change tasks;
  std::array<Change, kStages> cycles;
  Change lifetime;
};

struct StageChanges {
  StageGroup all;                  ///< all tasks; `cls`, `weight` and `stream` are undefined
  std::vector<StageGroup> groups;  ///< in order of class, weight, stream
};

/// Computes the stages from the rows of tasks.csv. Each task counts in the group of its own run.
StageChanges stage_changes(const RunPair& runs);

}  // namespace gantry
