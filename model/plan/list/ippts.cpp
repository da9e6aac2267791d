// SPDX-License-Identifier: Apache-2.0
// ippts (Djigal, Feng, Lu, Ge 2020): a table predicts the cost of a task and the rest of the graph if the task runs on
// a processor. Of the ready tasks, the one with the largest product of mean prediction and number of successors goes to
// the processor with the smallest sum of finish and prediction without its own time, gaps included.
#include <algorithm>

#include "gantry/plan/list/insertion.h"
#include "gantry/plan/list/ranks.h"

namespace gantry::plan {
namespace {

/// Prediction of a task: without successors its time. Else the maximum over its successors of the minimum over
/// processors of the successor's prediction there, its time there, the task's time there, and the transfer if the
/// processor differs. Where the task cannot run, its best time is used, because only the successor must run there.
class Predictions {
 public:
  explicit Predictions(const ListProblem& problem)
      : problem_(problem),
        processors_(problem.times.processors()),
        costs_(std::size_t{problem.graph.tasks()} * processors_) {
    const std::vector<std::uint32_t>& order = problem.graph.flow_order();
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      const Time best = problem.times.best(*at);
      const EdgeList out = problem.graph.out(*at);
      for (std::uint32_t p = 0; out.empty() && p < processors_; ++p) cost(*at, p) = own_time(*at, p, best);
      for (const std::uint32_t e : out) follow(problem.graph.edge(e), best);
    }
  }

  [[nodiscard]] Time operator()(std::uint32_t task, std::uint32_t processor) const {
    return costs_[std::size_t{task} * processors_ + processor];
  }

  /// Mean over the processors times the number of successors.
  [[nodiscard]] std::vector<double> ranks() const {
    std::vector<double> ranks(problem_.graph.tasks());
    for (std::uint32_t t = 0; t < ranks.size(); ++t) {
      double sum = 0.0;
      for (std::uint32_t p = 0; p < processors_; ++p) sum += static_cast<double>((*this)(t, p));
      ranks[t] = sum / processors_ * static_cast<double>(problem_.graph.out(t).size());
    }
    return ranks;
  }

 private:
  Time& cost(std::uint32_t task, std::uint32_t processor) {
    return costs_[std::size_t{task} * processors_ + processor];
  }
  [[nodiscard]] Time own_time(std::uint32_t task, std::uint32_t processor, Time best) const {
    const Time time = problem_.times(task, processor);
    return time == TaskTimes::kCannotRun ? best : time;
  }

  void follow(const Edge& edge, Time best) {
    const auto there = [&](std::uint32_t p) {
      const Time time = problem_.times(edge.to, p);
      if (time == TaskTimes::kCannotRun) return kLongest;
      return add(add(cost(edge.to, p), time), own_time(edge.from, p, best));
    };
    Time least = kLongest;
    for (std::uint32_t p = 0; p < processors_; ++p) least = std::min(least, there(p));
    const Time elsewhere = add(least, problem_.transfer.cycles(edge.bytes));
    for (std::uint32_t p = 0; p < processors_; ++p) {
      cost(edge.from, p) = std::max(cost(edge.from, p), std::min(there(p), elsewhere));
    }
  }

  const ListProblem& problem_;
  std::uint32_t processors_;
  std::vector<Time> costs_;
};

Schedule ippts(const ListProblem& problem) {
  const Predictions predicted(problem);
  const std::vector<std::uint32_t> urgency = places(predicted.ranks());
  ReadyQueue ready(problem.graph, urgency);
  InsertionSchedule schedule(problem);
  while (!ready.empty()) {
    const std::uint32_t task = ready.take();
    schedule.consider(task);
    // Finish and prediction less the own time: start and prediction.
    schedule.place(best_slot(schedule, problem.times, task,
                             [&](const Slot& slot) { return add(slot.start, predicted(task, slot.processor)); }));
  }
  return schedule.slots();
}

}  // namespace

void add_ippts(ListSchedulerCatalogue& schedulers) {
  schedulers.add("ippts", "largest predicted rest times successors first, to where finish and that rest are least",
                 ippts);
}

}  // namespace gantry::plan
