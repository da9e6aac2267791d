// SPDX-License-Identifier: Apache-2.0
// peft (Arabnejad, Barbosa 2014): a table says how long the rest of the graph takes at best if a task runs on a
// processor; tasks go where their finish and that rest are least together, gaps included.
#include <algorithm>

#include "gantry/plan/list/insertion.h"
#include "gantry/plan/list/ranks.h"

namespace gantry::plan {
namespace {

/// Optimistic cost of everything after a task, by the processor on which the task runs: over its successors the
/// largest of their least time and rest, with the transfer if that is elsewhere.
class RestTable {
 public:
  explicit RestTable(const ListProblem& problem)
      : processors_(problem.times.processors()), rest_(std::size_t{problem.graph.tasks()} * processors_) {
    const std::vector<std::uint32_t>& order = problem.graph.flow_order();
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      for (const std::uint32_t e : problem.graph.out(*at)) follow(problem, problem.graph.edge(e));
    }
  }

  [[nodiscard]] Time operator()(std::uint32_t task, std::uint32_t processor) const {
    return rest_[std::size_t{task} * processors_ + processor];
  }

  [[nodiscard]] std::vector<double> ranks(const ListProblem& problem) const {
    std::vector<double> ranks(problem.graph.tasks());
    for (std::uint32_t t = 0; t < ranks.size(); ++t) {
      double sum = 0.0;
      for (std::uint32_t p = 0; p < processors_; ++p) sum += static_cast<double>((*this)(t, p));
      ranks[t] = sum / processors_;
    }
    return ranks;
  }

 private:
  void follow(const ListProblem& problem, const Edge& edge) {
    Time least = kLongest;
    for (std::uint32_t p = 0; p < processors_; ++p) least = std::min(least, from(problem, edge.to, p));
    const Time elsewhere = add(least, problem.transfer.cycles(edge.bytes));
    for (std::uint32_t p = 0; p < processors_; ++p) {
      Time& rest = rest_[std::size_t{edge.from} * processors_ + p];
      rest = std::max(rest, std::min(from(problem, edge.to, p), elsewhere));
    }
  }

  /// Returns the task's time on the processor plus the cost of the rest.
  [[nodiscard]] Time from(const ListProblem& problem, std::uint32_t task, std::uint32_t processor) const {
    const Time time = problem.times(task, processor);
    return time == TaskTimes::kCannotRun ? kLongest : add(time, (*this)(task, processor));
  }

  std::uint32_t processors_;
  std::vector<Time> rest_;
};

Schedule peft(const ListProblem& problem) {
  const RestTable rest(problem);
  const std::vector<std::uint32_t> urgency = places(rest.ranks(problem));
  ReadyQueue ready(problem.graph, urgency);
  InsertionSchedule schedule(problem);
  while (!ready.empty()) {
    const std::uint32_t task = ready.take();
    schedule.consider(task);
    schedule.place(best_slot(schedule, problem.times, task,
                             [&](const Slot& slot) { return add(slot.finish, rest(task, slot.processor)); }));
  }
  return schedule.slots();
}

}  // namespace

void add_peft(ListSchedulerCatalogue& schedulers) {
  schedulers.add("peft", "to where finish and the best rest of the graph are least together, gaps included", peft);
}

}  // namespace gantry::plan
