// SPDX-License-Identifier: Apache-2.0
// Ranks of tasks: lengths of paths through the graph, with mean times over the processors that can run a task
// (Topcuoglu, Hariri, Wu 2002).
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

/// Returns the mean time of every task in cycles.
std::vector<double> mean_times(const ListProblem& problem);

/// Returns the longest path from the beginning of each task to the end of the graph, in cycles. All edges count with
/// their transfers.
std::vector<double> upward_ranks(const ListProblem& problem);

/// Returns the longest path from the beginning of the graph to the beginning of each task, likewise. It ignores
/// releases.
std::vector<double> downward_ranks(const ListProblem& problem);

/// Returns the position of each rank in descending order, from 0. Ranks within 1e-9 (relative) of the largest one of a
/// position share it, because sums in another order may differ slightly. The next position has the next number.
std::vector<std::uint32_t> places(const std::vector<double>& ranks);

/// Tasks whose predecessors are all taken: lowest position first, then the earlier in the workload.
class ReadyQueue {
 public:
  /// `places`: position by task, as from places(). Both arguments must outlive the queue.
  ReadyQueue(const Graph& graph, const std::vector<std::uint32_t>& places);

  [[nodiscard]] bool empty() const { return ready_.empty(); }
  /// Removes and returns the first task. Its successors may become ready. Precondition: not empty.
  std::uint32_t take();

 private:
  void push(std::uint32_t task);

  const Graph& graph_;
  const std::vector<std::uint32_t>& places_;
  std::vector<std::uint32_t> waiting_;
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> ready_;  ///< position, task
};

}  // namespace gantry::plan
