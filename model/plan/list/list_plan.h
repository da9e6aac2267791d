// SPDX-License-Identifier: Apache-2.0
// A schedule of a list scheduler as a plan.
#pragma once

#include <string>

#include "gantry/plan/list/list_scheduler.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

/// Placement by task, and the metrics makespan, lower_bound (makespan_bound), gap (makespan / lower_bound - 1) and
/// speedup (all tasks on the best single processor / makespan; only where one processor can run all of them).
Plan list_plan(const std::string& method, const ListProblem& problem, const Schedule& schedule);
/// The same when makespan_bound() is known.
Plan list_plan(const std::string& method, const ListProblem& problem, const Schedule& schedule, Time bound);

}  // namespace gantry::plan
