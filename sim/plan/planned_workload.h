// SPDX-License-Identifier: Apache-2.0
// The workload of a pipeline's plan, so that a replay uses the planned times.
#pragma once

#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"
#include "plan/pipeline_input.h"

namespace gantry {

/// Name of a plan's parameter: SHA-256 of the text of its planned workload.
inline constexpr const char* kPlannedWorkload = "planned_workload";

/// Returns a workload of all subtasks. Each task has its time on the plan's resource. Each edge has the bytes that cost
/// as much as its hop, at the plan's cycles per byte and latency. Tasks whose planned time is that of their own jobs
/// keep these; any other task is one job, on the type of processor that the plan names. Each parameter is an object
/// without a writer, which its operations read. If the plan counts transfers, bytes on edges are not the tasks' own any
/// more. Precondition: the plan places every task on one resource.
Workload planned_workload(const PipelineInput& input, const plan::Plan& plan);

}  // namespace gantry
