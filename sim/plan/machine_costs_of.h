// SPDX-License-Identifier: Apache-2.0
// What an architecture takes for the tasks of a workload, for planners that plan with it.
#pragma once

#include "gantry/plan/machine_costs.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// The latencies of docs/timing.md with nothing in the way, from the keys of the architecture and its placement.
plan::MachineCosts machine_costs(const Workload& workload, const Architecture& architecture);

}  // namespace gantry
