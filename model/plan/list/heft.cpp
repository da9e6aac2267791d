// SPDX-License-Identifier: Apache-2.0
// heft (Topcuoglu, Hariri, Wu 2002): the task with the largest upward rank goes where it finishes first, gaps included.
#include "gantry/plan/list/insertion.h"
#include "gantry/plan/list/ranks.h"

namespace gantry::plan {
namespace {

Schedule heft(const ListProblem& problem) {
  const std::vector<std::uint32_t> urgency = places(upward_ranks(problem));
  ReadyQueue ready(problem.graph, urgency);
  InsertionSchedule schedule(problem);
  while (!ready.empty()) {
    const std::uint32_t task = ready.take();
    schedule.consider(task);
    schedule.place(best_slot(schedule, problem.times, task, [](const Slot& slot) { return slot.finish; }));
  }
  return schedule.slots();
}

}  // namespace

void add_heft(ListSchedulerCatalogue& schedulers) {
  schedulers.add("heft", "largest upward rank first, to where it finishes first, gaps included", heft);
}

}  // namespace gantry::plan
