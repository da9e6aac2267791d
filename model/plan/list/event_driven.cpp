// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/list/event_driven.h"

#include <algorithm>

#include "gantry/plan/list/insertion.h"
#include "gantry/plan/list/ready_heaps.h"

namespace gantry::plan {
namespace {

class EventDriven {
 public:
  EventDriven(const ListProblem& problem, const std::vector<std::uint32_t>& places)
      : problem_(problem),
        ready_(problem, places),
        slots_(problem.graph.tasks()),
        running_(problem.times.processors(), kNone),
        arrival_(problem.times.processors()) {}

  Schedule run() {
    for (std::uint32_t t = 0; t < problem_.graph.tasks(); ++t) {
      if (problem_.graph.in(t).empty()) offer(t);
    }
    Time now = 0;
    while (done_ < problem_.graph.tasks()) {
      finish(now);
      now = start(now);
    }
    return slots_;
  }

 private:
  void offer(std::uint32_t task) {
    data_arrivals(problem_, slots_, task, arrival_);
    ready_.offer(task, arrival_);
  }

  /// Ends the tasks that end at `now`. Their successors may become ready.
  void finish(Time now) {
    for (std::uint32_t& task : running_) {
      if (task == kNone || slots_[task].finish > now) continue;
      const std::uint32_t ended = task;
      task = kNone;
      ++done_;
      for (const std::uint32_t e : problem_.graph.out(ended)) {
        const std::uint32_t next = problem_.graph.edge(e).to;
        if (ready_.predecessor_placed(next)) offer(next);
      }
    }
  }

  /// Assigns tasks that are ready at `now` to idle processors. Returns the next time at which a task ends or becomes
  /// ready.
  Time start(Time now) {
    Time next = ~Time{0};
    for (std::uint32_t p = 0; p < running_.size(); ++p) {
      if (running_[p] == kNone) {
        const auto first = ready_.first(p, now);
        if (first && first->first > now) next = std::min(next, first->first);
        if (!first || first->first > now) continue;
        const std::uint32_t task = first->second;
        ready_.take(task);
        slots_[task] = {p, now, add(now, problem_.times(task, p))};
        running_[p] = task;
      }
      next = std::min(next, slots_[running_[p]].finish);
    }
    return next;
  }

  const ListProblem& problem_;
  ReadyHeaps ready_;
  Schedule slots_;
  std::vector<std::uint32_t> running_;  ///< per processor, kNone = idle
  std::vector<Time> arrival_;
  std::uint32_t done_ = 0;
};

}  // namespace

Schedule event_driven(const ListProblem& problem, const std::vector<std::uint32_t>& places) {
  return EventDriven(problem, places).run();
}

}  // namespace gantry::plan
