// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/list/list_plan.h"

#include <algorithm>
#include <optional>

namespace gantry::plan {
namespace {

Time best_time(const TaskTimes& times, std::uint32_t task) {
  if (times.alike()) return times(task, 0);
  Time best = TaskTimes::kCannotRun;
  for (std::uint32_t p = 0; p < times.processors(); ++p) best = std::min(best, times(task, p));
  return best;
}

/// Time of all tasks on one processor, the best for it; nothing if none can run them all.
std::optional<Time> sequential(const ListProblem& problem) {
  std::optional<Time> best;
  for (std::uint32_t p = 0; p < problem.times.processors(); ++p) {
    Time sum = 0;
    bool able = true;
    for (std::uint32_t t = 0; t < problem.graph.tasks() && able; ++t) {
      able = problem.times(t, p) != TaskTimes::kCannotRun;
      if (able) sum = add(sum, problem.times(t, p));
    }
    if (able) best = std::min(best.value_or(sum), sum);
    if (problem.times.alike()) break;
  }
  return best;
}

}  // namespace

Time makespan_bound(const ListProblem& problem) {
  const Graph& graph = problem.graph;
  std::vector<Time> finish(graph.tasks());
  Time path = 0;
  Time work = 0;
  for (const std::uint32_t task : graph.flow_order()) {
    for (const std::uint32_t e : graph.in(task)) finish[task] = std::max(finish[task], finish[graph.edge(e).from]);
    const Time best = best_time(problem.times, task);
    finish[task] = add(finish[task], best);
    path = std::max(path, finish[task]);
    work = add(work, best);
  }
  return std::max(path, ceil_div(work, problem.times.processors()));
}

Plan list_plan(const std::string& method, const ListProblem& problem, const Schedule& schedule) {
  Plan plan;
  plan.method = method;
  Time makespan = 0;
  for (std::uint32_t t = 0; t < schedule.size(); ++t) {
    const Slot& slot = schedule[t];
    Placement place;
    place.task = t;
    place.processors = {slot.processor};
    place.start = slot.start;
    place.finish = slot.finish;
    plan.placement.push_back(std::move(place));
    makespan = std::max(makespan, slot.finish);
  }
  const Time bound = makespan_bound(problem);
  plan.metrics.set("makespan", makespan);
  plan.metrics.set("lower_bound", bound);
  if (bound > 0) {
    plan.metrics.set("gap", *gap(makespan, bound));
    const std::optional<Time> alone = sequential(problem);
    if (alone) plan.metrics.set("speedup", static_cast<double>(*alone) / static_cast<double>(makespan));
  }
  return plan;
}

}  // namespace gantry::plan
