// SPDX-License-Identifier: Apache-2.0
// Windows of tasks: the cycles in which they can run in any schedule. Lower bounds use them.
#pragma once

#include <vector>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

/// By task, in cycles. No schedule starts a task before its head. Every schedule ends at least its tail after the end
/// of the task. `times`: best times.
struct Windows {
  std::vector<Time> heads;
  std::vector<Time> times;
  std::vector<Time> tails;
  Time length = 0;  ///< lower bound of all schedules: the largest head + time + tail
};

/// Computes windows from releases and paths, with unavoidable transfers. Predecessors on the task's own processor run
/// one after the other; the data of all others must be transferred.
Windows windows_of(const ListProblem& problem);

}  // namespace gantry::plan
