// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/list/insertion.h"

#include <algorithm>

namespace gantry::plan {

void data_arrivals(const ListProblem& problem, const Schedule& slots, std::uint32_t task, std::vector<Time>& arrival) {
  // Data comes from afar everywhere but on the processor where it was made; that one is looked at by itself.
  arrival.assign(problem.times.processors(), 0);
  for (const std::uint32_t e : problem.graph.in(task)) {
    const Edge& edge = problem.graph.edge(e);
    const Slot& from = slots[edge.from];
    const Time far = add(from.finish, problem.transfer.cycles(edge.bytes));
    const Time near = problem.transfer.everywhere ? far : from.finish;
    for (std::uint32_t p = 0; p < arrival.size(); ++p) {
      arrival[p] = std::max(arrival[p], p == from.processor ? near : far);
    }
  }
}

InsertionSchedule::InsertionSchedule(const ListProblem& problem)
    : problem_(problem), slots_(problem.graph.tasks()), busy_(problem.times.processors()) {}

void InsertionSchedule::consider(std::uint32_t task) {
  task_ = task;
  data_arrivals(problem_, slots_, task, arrival_);
}

Slot InsertionSchedule::earliest(std::uint32_t processor) const {
  const std::vector<Busy>& busy = busy_[processor];
  const Time length = problem_.times(task_, processor);
  Time start = arrival_[processor];
  auto at = std::upper_bound(busy.begin(), busy.end(), start,
                             [](Time time, const Busy& interval) { return time < interval.finish; });
  while (at != busy.end() && add(start, length) > at->start) {
    start = std::max(start, at->finish);
    ++at;
  }
  return {processor, start, add(start, length)};
}

void InsertionSchedule::place(const Slot& slot) {
  slots_[task_] = slot;
  if (slot.start == slot.finish) return;
  std::vector<Busy>& busy = busy_[slot.processor];
  const auto at = std::upper_bound(busy.begin(), busy.end(), slot.start,
                                   [](Time time, const Busy& interval) { return time < interval.start; });
  busy.insert(at, {slot.start, slot.finish});
}

}  // namespace gantry::plan
