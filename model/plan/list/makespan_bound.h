// SPDX-License-Identifier: Apache-2.0
// What no schedule of a graph is below.
#pragma once

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

/// The largest of: the longest path at best times with releases and unavoidable transfers; all best times shared by all
/// processors, of which slow ones do less; work that has to be done within an interval, for all tasks and, where tasks
/// cannot run everywhere, for those that share the same processors or some of them.
Time makespan_bound(const ListProblem& problem);

}  // namespace gantry::plan
