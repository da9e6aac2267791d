// SPDX-License-Identifier: Apache-2.0
// A schedule of a list scheduler as a plan.
#pragma once

#include <string>

#include "gantry/plan/list/list_scheduler.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

/// No schedule is shorter: the longest path with every task at its best time and no transfer, or all best times shared
/// by all processors.
Time makespan_bound(const ListProblem& problem);

/// Placement by task, and the metrics makespan, lower_bound, gap (makespan / lower_bound - 1) and speedup (all tasks
/// on the best single processor / makespan; only where one processor can run all of them).
Plan list_plan(const std::string& method, const ListProblem& problem, const Schedule& schedule);

}  // namespace gantry::plan
