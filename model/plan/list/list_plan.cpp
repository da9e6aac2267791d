// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/list/list_plan.h"

#include <algorithm>
#include <optional>

#include "gantry/plan/list/makespan_bound.h"

namespace gantry::plan {
namespace {

/// When all tasks are done on one processor, the best for it; nothing if none can run them all.
std::optional<Time> sequential(const ListProblem& problem) {
  const Graph& graph = problem.graph;
  // In the order in which they are released, with all that they wait for: no other order on one processor ends earlier.
  std::vector<Time> released(graph.tasks());
  for (const std::uint32_t task : graph.flow_order()) {
    released[task] = problem.release(task);
    for (const std::uint32_t e : graph.in(task)) {
      released[task] = std::max(released[task], released[graph.edge(e).from]);
    }
  }
  std::vector<std::uint32_t> order = graph.flow_order();
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return released[a] < released[b]; });
  std::optional<Time> best;
  for (std::uint32_t p = 0; p < problem.times.processors(); ++p) {
    Time end = 0;
    bool able = true;
    for (std::size_t i = 0; i < order.size() && able; ++i) {
      able = problem.times(order[i], p) != TaskTimes::kCannotRun;
      if (able) end = add(std::max(end, released[order[i]]), problem.times(order[i], p));
    }
    if (able) best = std::min(best.value_or(end), end);
    if (problem.times.alike()) break;
  }
  return best;
}

}  // namespace

Plan list_plan(const std::string& method, const ListProblem& problem, const Schedule& schedule) {
  return list_plan(method, problem, schedule, makespan_bound(problem));
}

Plan list_plan(const std::string& method, const ListProblem& problem, const Schedule& schedule, Time bound) {
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
