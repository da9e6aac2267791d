// SPDX-License-Identifier: Apache-2.0
// cpop (Topcuoglu, Hariri, Wu 2002): the tasks of the critical path share one processor; the others go where they
// finish first, gaps included.
#include <algorithm>

#include "gantry/plan/list/insertion.h"
#include "gantry/plan/list/ranks.h"

namespace gantry::plan {
namespace {

/// Follows the successors with the lowest rank from the entry task with the lowest rank; ties go to the earlier task.
std::vector<bool> critical_path(const Graph& graph, const std::vector<std::uint32_t>& places) {
  std::vector<bool> on_path(graph.tasks());
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    return places[a] != places[b] ? places[a] < places[b] : a < b;
  };
  std::uint32_t task = kNone;
  for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
    if (graph.in(t).empty() && (task == kNone || better(t, task))) task = t;
  }
  while (task != kNone) {
    on_path[task] = true;
    std::uint32_t next = kNone;
    for (const std::uint32_t e : graph.out(task)) {
      if (next == kNone || better(graph.edge(e).to, next)) next = graph.edge(e).to;
    }
    task = next;
  }
  return on_path;
}

/// The processor that runs all of them in the least time; kNone if none can run them all.
std::uint32_t path_processor(const TaskTimes& times, const std::vector<bool>& on_path) {
  std::uint32_t best = kNone;
  Time least = 0;
  for (std::uint32_t p = 0; p < times.processors(); ++p) {
    Time sum = 0;
    bool able = true;
    for (std::uint32_t t = 0; t < on_path.size() && able; ++t) {
      if (!on_path[t]) continue;
      able = times(t, p) != TaskTimes::kCannotRun;
      if (able) sum = add(sum, times(t, p));
    }
    if (!able || (best != kNone && sum >= least)) continue;
    best = p;
    least = sum;
  }
  return best;
}

Schedule cpop(const ListProblem& problem) {
  std::vector<double> priority = upward_ranks(problem);
  const std::vector<double> downward = downward_ranks(problem);
  for (std::size_t t = 0; t < priority.size(); ++t) priority[t] += downward[t];
  const std::vector<std::uint32_t> urgency = places(priority);
  const std::vector<bool> on_path = critical_path(problem.graph, urgency);
  const std::uint32_t path_on = path_processor(problem.times, on_path);
  ReadyQueue ready(problem.graph, urgency);
  InsertionSchedule schedule(problem);
  while (!ready.empty()) {
    const std::uint32_t task = ready.take();
    schedule.consider(task);
    const bool fixed = on_path[task] && path_on != kNone;
    schedule.place(fixed ? schedule.earliest(path_on)
                         : best_slot(schedule, problem.times, task, [](const Slot& slot) { return slot.finish; }));
  }
  return schedule.slots();
}

}  // namespace

void add_cpop(ListSchedulerCatalogue& schedulers) {
  schedulers.add("cpop", "the critical path on one processor, other tasks where they finish first", cpop);
}

}  // namespace gantry::plan
