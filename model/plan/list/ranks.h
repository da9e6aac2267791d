// SPDX-License-Identifier: Apache-2.0
// How urgent tasks are: lengths of paths through a graph whose tasks take their mean time over the processors that can
// run them (Topcuoglu, Hariri, Wu 2002).
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

/// Mean time of every task over the processors that can run it.
std::vector<double> mean_times(const ListProblem& problem);

/// Longest path from the beginning of a task to the end of the graph, the transfer of every edge included.
std::vector<double> upward_ranks(const ListProblem& problem);

/// Longest path from the beginning of the graph to the beginning of a task.
std::vector<double> downward_ranks(const ListProblem& problem);

/// The place of every rank in descending order. Ranks within 1e-9 (relative) of the first of a place share it, since
/// sums of fractions in another order are still the same ranks.
std::vector<std::uint32_t> places(const std::vector<double>& ranks);

/// The tasks whose predecessors are all taken, the lowest place first, then the earlier in the workload.
class ReadyQueue {
 public:
  ReadyQueue(const Graph& graph, const std::vector<std::uint32_t>& places);

  [[nodiscard]] bool empty() const { return ready_.empty(); }
  /// Takes the first; its successors may become ready.
  std::uint32_t take();

 private:
  void push(std::uint32_t task);

  const Graph& graph_;
  const std::vector<std::uint32_t>& places_;
  std::vector<std::uint32_t> waiting_;
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> ready_;  ///< place, task
};

}  // namespace gantry::plan
