// SPDX-License-Identifier: Apache-2.0
// Ready tasks by processor, for schedulers in time. A task is in the heap of every processor that can run it, sorted by
// the arrival of its data there, then by its position in the list.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

class ReadyHeaps {
 public:
  /// Makes empty heaps: the caller offers the tasks without predecessors. `places[t]`: position of task t in the list;
  /// the earlier task wins a tie. Both arguments must outlive the heaps.
  ReadyHeaps(const ListProblem& problem, const std::vector<std::uint32_t>& places)
      : problem_(problem),
        places_(places),
        waiting_(problem.graph.tasks()),
        taken_(problem.graph.tasks()),
        heaps_(problem.times.processors()) {
    for (std::uint32_t t = 0; t < waiting_.size(); ++t) {
      waiting_[t] = static_cast<std::uint32_t>(problem.graph.in(t).size());
    }
  }

  /// A predecessor of the task is placed. Returns whether it was the last one, so that the task can be offered.
  bool predecessor_placed(std::uint32_t task) { return --waiting_[task] == 0; }

  /// Makes the task available on every processor when its data arrive there.
  void offer(std::uint32_t task, const std::vector<Time>& arrival) {
    for (std::uint32_t p = 0; p < heaps_.size(); ++p) {
      if (problem_.times(task, p) != TaskTimes::kCannotRun) heaps_[p].later.push({arrival[p], key(task)});
    }
  }

  void take(std::uint32_t task) { taken_[task] = true; }

  /// Returns the earliest start on a processor that is free from `from` on, and the first task of the list that can
  /// start then.
  std::optional<std::pair<Time, std::uint32_t>> first(std::uint32_t processor, Time from) {
    Heaps& heaps = heaps_[processor];
    drop_taken(heaps.later, [](const Later& entry) { return task_of(entry.second); });
    while (!heaps.later.empty() && heaps.later.top().first <= from) {
      heaps.now.push(heaps.later.top().second);
      heaps.later.pop();
      drop_taken(heaps.later, [](const Later& entry) { return task_of(entry.second); });
    }
    drop_taken(heaps.now, task_of);
    if (!heaps.now.empty()) return std::make_pair(from, task_of(heaps.now.top()));
    if (!heaps.later.empty()) return std::make_pair(heaps.later.top().first, task_of(heaps.later.top().second));
    return std::nullopt;
  }

 private:
  using Later = std::pair<Time, std::uint64_t>;
  template <class T>
  using Heap = std::priority_queue<T, std::vector<T>, std::greater<>>;
  struct Heaps {
    Heap<Later> later;
    Heap<std::uint64_t> now;
  };

  [[nodiscard]] std::uint64_t key(std::uint32_t task) const { return std::uint64_t{places_[task]} << 32 | task; }
  static std::uint32_t task_of(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

  template <class T, class TaskOf>
  void drop_taken(Heap<T>& heap, TaskOf task_of_entry) {
    while (!heap.empty() && taken_[task_of_entry(heap.top())]) heap.pop();
  }

  const ListProblem& problem_;
  const std::vector<std::uint32_t>& places_;
  std::vector<std::uint32_t> waiting_;
  std::vector<bool> taken_;
  std::vector<Heaps> heaps_;
};

}  // namespace gantry::plan
