// SPDX-License-Identifier: Apache-2.0
// etf (Hwang, Chow, Anger, Lee 1989): of all ready tasks and processors the pair that can start first, no insertion;
// ties go to the larger upward rank, then the earlier task, then the lower processor.
#include <tuple>

#include "gantry/plan/list/insertion.h"
#include "gantry/plan/list/ranks.h"
#include "gantry/plan/list/ready_heaps.h"

namespace gantry::plan {
namespace {

Schedule etf(const ListProblem& problem) {
  const Graph& graph = problem.graph;
  const std::vector<std::uint32_t> urgency = places(upward_ranks(problem));
  ReadyHeaps ready(problem, urgency);
  Schedule slots(graph.tasks());
  std::vector<Time> arrival(problem.times.processors());
  for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
    if (!graph.in(t).empty()) continue;
    data_arrivals(problem, slots, t, arrival);
    ready.offer(t, arrival);
  }
  std::vector<Time> free(problem.times.processors());
  for (std::uint32_t placed = 0; placed < graph.tasks(); ++placed) {
    using Candidate = std::tuple<Time, std::uint32_t, std::uint32_t, std::uint32_t>;
    Candidate best{~Time{0}, 0, 0, 0};
    for (std::uint32_t p = 0; p < free.size(); ++p) {
      const auto first = ready.first(p, free[p]);
      if (first) best = std::min(best, Candidate{first->first, urgency[first->second], first->second, p});
    }
    const auto [start, place, task, processor] = best;
    slots[task] = {processor, start, add(start, problem.times(task, processor))};
    free[processor] = slots[task].finish;
    ready.take(task);
    for (const std::uint32_t e : graph.out(task)) {
      const std::uint32_t next = graph.edge(e).to;
      if (!ready.predecessor_placed(next)) continue;
      data_arrivals(problem, slots, next, arrival);
      ready.offer(next, arrival);
    }
  }
  return slots;
}

}  // namespace

void add_etf(ListSchedulerCatalogue& schedulers) {
  schedulers.add("etf", "the ready task and processor that can start first", etf);
}

}  // namespace gantry::plan
