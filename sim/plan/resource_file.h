// SPDX-License-Identifier: Apache-2.0
// Reader of the file of `--resources` (docs/planners/pipeline.md lists its keys).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/plan/pipeline/model.h"
#include "gantry/workload/workload.h"

namespace gantry {

inline constexpr std::uint64_t kMostResources = 1024;

/// Fills resources, times (cycles of the workload's tasks, the operations), parameters, external inputs and delays, and
/// `subtasks` with the operations of each, ascending, if the file names them. Returns false after a problem.
/// Precondition: the operations are set, in workload order.
bool read_resource_file(const std::string& path, const Workload& workload, plan::PipelineModel& model,
                        std::vector<std::vector<std::uint32_t>>& subtasks, Diagnostics& diagnostics);

/// Returns `count` equal resources with unlimited memory.
void equal_resources(std::uint32_t count, const Workload& workload, plan::PipelineModel& model);

}  // namespace gantry
