// SPDX-License-Identifier: Apache-2.0
// Lower bound of all schedules of a graph.
#pragma once

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

/// Returns the largest of these bounds, in cycles: the longest path at best times with releases and unavoidable
/// transfers; all best times divided over all processors, where slow ones do less; and load_density() for all tasks.
/// Where tasks cannot run everywhere, load_density() is also taken for groups of tasks with common processors.
Time makespan_bound(const ListProblem& problem);

}  // namespace gantry::plan
