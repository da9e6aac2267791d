// SPDX-License-Identifier: Apache-2.0
// The workload that a pipeline's plan is of, so that a replay takes the times it was planned with.
#pragma once

#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"
#include "plan/pipeline_input.h"

namespace gantry {

/// Parameter of a plan: SHA-256 of the text that its planned workload was written as.
inline constexpr const char* kPlannedWorkload = "planned_workload";

/// All subtasks. Every task takes the time that it has on the plan's resource, and every edge carries the bytes that
/// cost what its hop costs there, at the plan's cycles per byte and latency. Where the plan's time is that of the
/// workload's own jobs they stay; otherwise the task is one job, on whatever type of processor the plan names.
/// Precondition: the plan places every task on one resource.
Workload planned_workload(const PipelineInput& input, const plan::Plan& plan);

}  // namespace gantry
