// SPDX-License-Identifier: Apache-2.0
// Costs of a workload's tasks on an architecture, for planners.
#pragma once

#include "gantry/plan/machine_costs.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Returns the latencies of docs/timing.md without contention, from the keys of the architecture and its placement.
plan::MachineCosts machine_costs(const Workload& workload, const Architecture& architecture);

}  // namespace gantry
