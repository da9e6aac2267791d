// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/list/insertion.h"

#include <algorithm>
#include <tuple>

namespace gantry::plan {

void data_arrives(const ListProblem& problem, const Edge& edge, const Slot& from, std::vector<Time>& arrival) {
  // Data comes from afar everywhere but on the processor where it was made; that one is looked at by itself.
  const Time far = add(from.finish, problem.transfer.cycles(edge.bytes));
  const Time near = problem.transfer.everywhere ? far : std::min(far, add(from.finish, problem.near));
  for (std::uint32_t p = 0; p < arrival.size(); ++p) {
    arrival[p] = std::max(arrival[p], p == from.processor ? near : far);
  }
}

void data_arrivals(const ListProblem& problem, const Schedule& slots, std::uint32_t task, std::vector<Time>& arrival) {
  arrival.assign(problem.times.processors(), problem.release(task));
  for (const std::uint32_t e : problem.graph.in(task)) {
    const Edge& edge = problem.graph.edge(e);
    data_arrives(problem, edge, slots[edge.from], arrival);
  }
}

InsertionSchedule::InsertionSchedule(const ListProblem& problem)
    : problem_(problem), slots_(problem.graph.tasks()), busy_(problem.times.processors()) {}

void InsertionSchedule::consider(std::uint32_t task) {
  task_ = task;
  data_arrivals(problem_, slots_, task, arrival_);
}

Slot InsertionSchedule::earliest(std::uint32_t processor, Time arrival, Time length) const {
  const std::vector<Busy>& busy = busy_[processor];
  Time start = arrival;
  auto at = std::upper_bound(busy.begin(), busy.end(), start,
                             [](Time time, const Busy& interval) { return time < interval.finish; });
  while (at != busy.end() && add(start, length) > at->start) {
    start = std::max(start, at->finish);
    ++at;
  }
  return {processor, start, add(start, length)};
}

void InsertionSchedule::occupy(const Slot& slot) {
  std::vector<Busy>& busy = busy_[slot.processor];
  busy.insert(first_after(busy, slot), {slot.start, slot.finish});
}

void InsertionSchedule::vacate(const Slot& slot) {
  std::vector<Busy>& busy = busy_[slot.processor];
  busy.erase(first_after(busy, slot) - 1);
}

std::vector<InsertionSchedule::Busy>::iterator InsertionSchedule::first_after(std::vector<Busy>& busy,
                                                                              const Slot& slot) {
  return std::upper_bound(busy.begin(), busy.end(), slot, [](const Slot& of, const Busy& interval) {
    return std::tie(of.start, of.finish) < std::tie(interval.start, interval.finish);
  });
}

}  // namespace gantry::plan
