// SPDX-License-Identifier: Apache-2.0
// critical_path: list scheduling in time, by upward rank.
#include "gantry/plan/list/event_driven.h"
#include "gantry/plan/list/ranks.h"

namespace gantry::plan {
namespace {

Schedule by_critical_path(const ListProblem& problem) { return event_driven(problem, places(upward_ranks(problem))); }

}  // namespace

void add_critical_path(ListSchedulerCatalogue& schedulers) {
  schedulers.add("critical_path", "an idle processor takes the ready task with the longest path to the end",
                 by_critical_path);
}

}  // namespace gantry::plan
