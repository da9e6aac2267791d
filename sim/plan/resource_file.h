// SPDX-License-Identifier: Apache-2.0
// The file of `--resources` (docs/planners/pipeline.md has its keys).
#pragma once

#include <cstdint>
#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/plan/pipeline/model.h"
#include "gantry/workload/workload.h"

namespace gantry {

inline constexpr std::uint64_t kMostResources = 1024;

/// Fills resources, times (cycles of the workload's tasks, the operations), parameters and inputs from outside. False
/// when it reported a problem. Preconditions: operations are there, in the workload's order.
bool read_resource_file(const std::string& path, const Workload& workload, plan::PipelineModel& model,
                        Diagnostics& diagnostics);

/// `count` equal resources without a limit of memory.
void equal_resources(std::uint32_t count, const Workload& workload, plan::PipelineModel& model);

}  // namespace gantry
