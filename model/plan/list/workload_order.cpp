// SPDX-License-Identifier: Apache-2.0
// workload_order: list scheduling in time, by the order of the workload's file.
#include <numeric>

#include "gantry/plan/list/event_driven.h"

namespace gantry::plan {
namespace {

Schedule workload_order(const ListProblem& problem) {
  std::vector<std::uint32_t> places(problem.graph.tasks());
  std::iota(places.begin(), places.end(), 0U);
  return event_driven(problem, places);
}

}  // namespace

void add_workload_order(ListSchedulerCatalogue& schedulers) {
  schedulers.add("workload_order", "an idle processor takes the ready task that comes first in the workload",
                 workload_order);
}

}  // namespace gantry::plan
