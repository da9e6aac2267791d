// SPDX-License-Identifier: Apache-2.0
// Plans from schedules of list schedulers.
#pragma once

#include <string>

#include "gantry/plan/list/list_scheduler.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

/// Makes a plan: placement by task, and the metrics makespan, lower_bound (makespan_bound), gap (makespan / lower_bound
/// - 1) and speedup (all tasks on the best single processor / makespan, if one processor can run all tasks). A lower
/// bound of 0 has neither gap nor speedup.
Plan list_plan(const std::string& method, const ListProblem& problem, const Schedule& schedule);
/// The same with a known makespan_bound().
Plan list_plan(const std::string& method, const ListProblem& problem, const Schedule& schedule, Time bound);

}  // namespace gantry::plan
