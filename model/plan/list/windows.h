// SPDX-License-Identifier: Apache-2.0
// Between which cycles tasks run, whatever the schedule: what lower bounds are made of.
#pragma once

#include <vector>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

/// By task, each for its best time. No schedule starts a task before its head, or ends less than its tail after it.
struct Windows {
  std::vector<Time> heads;
  std::vector<Time> times;
  std::vector<Time> tails;
  Time length = 0;  ///< no schedule is shorter: the largest head + time + tail
};

/// Releases and paths, with as much of the transfers as no placement avoids: of the predecessors those that share the
/// task's processor run one after the other, and of the others the data has to come.
Windows windows_of(const ListProblem& problem);

}  // namespace gantry::plan
