// SPDX-License-Identifier: Apache-2.0
// heft_lookahead (Bittencourt, Sakellariou, Madeira 2010): as heft, but a task goes to the processor with which all its
// successors, placed after it by heft, finish first. Other predecessors of these successors count if they are placed.
// Ties go to the processor where the task itself finishes first, then to the lower one.
#include <algorithm>
#include <tuple>

#include "gantry/plan/list/insertion.h"
#include "gantry/plan/list/ranks.h"

namespace gantry::plan {
namespace {

class Lookahead {
 public:
  explicit Lookahead(const ListProblem& problem)
      : problem_(problem),
        urgency_(places(upward_ranks(problem))),
        schedule_(problem),
        placed_(problem.graph.tasks()),
        number_(problem.graph.tasks(), kNoChild) {}

  Schedule run() {
    ReadyQueue ready(problem_.graph, urgency_);
    while (!ready.empty()) {
      const std::uint32_t task = ready.take();
      schedule_.consider(task);
      const Slot slot = choose(task);
      schedule_.place(slot);
      placed_[task] = true;
    }
    return schedule_.slots();
  }

 private:
  static constexpr std::size_t kNoChild = ~std::size_t{0};

  struct FromSibling {
    std::size_t number = 0;  ///< among the successors
    Time transfer = 0;
  };
  /// A successor: for each processor the arrival of data from placed tasks, from the task being placed, and from
  /// successors placed before it.
  struct Child {
    std::uint32_t task = 0;
    Time transfer = 0;
    std::vector<Time> arrival;
    std::vector<FromSibling> from_siblings;
  };

  void find_children(std::uint32_t task) {
    const Graph& graph = problem_.graph;
    children_.resize(graph.out(task).size());
    std::size_t n = 0;
    for (const std::uint32_t e : graph.out(task)) {
      Child& child = children_[n++];
      child.task = graph.edge(e).to;
      child.transfer = problem_.transfer.cycles(graph.edge(e).bytes);
    }
    std::sort(children_.begin(), children_.end(), [&](const Child& a, const Child& b) {
      return std::tie(urgency_[a.task], a.task) < std::tie(urgency_[b.task], b.task);
    });
    for (std::size_t i = 0; i < children_.size(); ++i) {
      Child& child = children_[i];
      child.arrival.assign(problem_.times.processors(), problem_.release(child.task));
      child.from_siblings.clear();
      for (const std::uint32_t in : graph.in(child.task)) {
        const Edge& edge = graph.edge(in);
        if (placed_[edge.from]) data_arrives(problem_, edge, schedule_.slots()[edge.from], child.arrival);
        if (number_[edge.from] < i)
          child.from_siblings.push_back({number_[edge.from], problem_.transfer.cycles(edge.bytes)});
      }
      number_[child.task] = i;
    }
    for (const Child& child : children_) number_[child.task] = kNoChild;
  }

  Slot choose(std::uint32_t task) {
    find_children(task);
    Slot best;
    Time least = ~Time{0};
    for (std::uint32_t p = 0; p < problem_.times.processors(); ++p) {
      if (problem_.times(task, p) == TaskTimes::kCannotRun) continue;
      const Slot slot = schedule_.earliest(p);
      const Time last = last_of_children(
          slot, [&](Time so_far) { return so_far > least || (so_far == least && slot.finish >= best.finish); });
      if (last > least || (last == least && slot.finish >= best.finish)) continue;
      best = slot;
      least = last;
    }
    return best;
  }

  /// Returns when all successors have finished if the task runs there; without successors, when the task has. Returns
  /// early if the value so far is `too_late`.
  template <class TooLate>
  Time last_of_children(const Slot& slot, TooLate too_late) {
    if (children_.empty()) return slot.finish;
    Time last = 0;
    tried_.assign(1, slot);
    schedule_.occupy(slot);
    for (const Child& child : children_) {
      tried_.push_back(earliest_finish(child));
      schedule_.occupy(tried_.back());
      last = std::max(last, tried_.back().finish);
      if (too_late(last)) break;
    }
    for (const Slot& tried : tried_) schedule_.vacate(tried);
    return last;
  }

  /// Returns the slot of a successor; tried_ has the slots of the task and of earlier successors.
  [[nodiscard]] Slot earliest_finish(const Child& child) const {
    Slot best;
    best.finish = ~Time{0};
    for (std::uint32_t p = 0; p < child.arrival.size(); ++p) {
      const Time length = problem_.times(child.task, p);
      if (length == TaskTimes::kCannotRun) continue;
      const auto from = [&](const Slot& slot, Time transfer) {
        return p == slot.processor ? slot.finish : add(slot.finish, transfer);
      };
      Time arrival = std::max(child.arrival[p], from(tried_.front(), child.transfer));
      for (const FromSibling& sibling : child.from_siblings) {
        arrival = std::max(arrival, from(tried_[sibling.number + 1], sibling.transfer));
      }
      if (add(arrival, length) >= best.finish) continue;
      const Slot slot = schedule_.earliest(p, arrival, length);
      if (slot.finish < best.finish) best = slot;
    }
    return best;
  }

  const ListProblem& problem_;
  const std::vector<std::uint32_t> urgency_;
  InsertionSchedule schedule_;
  std::vector<bool> placed_;
  std::vector<Child> children_;
  std::vector<std::size_t> number_;  ///< number of a successor while they are sorted, by task
  std::vector<Slot> tried_;          ///< of the task, then of its successors
};

Schedule heft_lookahead(const ListProblem& problem) { return Lookahead(problem).run(); }

}  // namespace

void add_heft_lookahead(ListSchedulerCatalogue& schedulers) {
  schedulers.add("heft_lookahead", "heft, but to where the task's successors would have all finished first",
                 heft_lookahead);
}

}  // namespace gantry::plan
