// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/critical_edges.h"

#include <algorithm>
#include <numeric>

namespace gantry::plan {

CriticalEdges marked_edges(const Graph& graph) {
  CriticalEdges critical;
  critical.reserve(graph.edges().size());
  for (const Edge& edge : graph.edges()) critical.push_back(edge.critical);
  return critical;
}

CriticalEdges longest_path_edges(const Graph& graph, const TransferCost& transfer) {
  std::vector<Time> until(graph.tasks());  // longest path to the task's end
  std::vector<Time> after(graph.tasks());  // longest path from the task's end
  Time longest = 0;
  for (const std::uint32_t task : graph.flow_order()) {
    Time start = 0;
    for (const std::uint32_t e : graph.in(task)) {
      start = std::max(start, add(until[graph.edge(e).from], transfer.cycles(graph.edge(e).bytes)));
    }
    until[task] = add(start, graph.time(task));
    longest = std::max(longest, until[task]);
  }
  const auto through = [&](const Edge& edge) {
    return add(transfer.cycles(edge.bytes), add(graph.time(edge.to), after[edge.to]));
  };
  for (auto task = graph.flow_order().rbegin(); task != graph.flow_order().rend(); ++task) {
    for (const std::uint32_t e : graph.out(*task)) after[*task] = std::max(after[*task], through(graph.edge(e)));
  }
  CriticalEdges critical;
  for (const Edge& edge : graph.edges()) critical.push_back(add(until[edge.from], through(edge)) == longest);
  return critical;
}

CriticalEdges heaviest_edges(const Graph& graph, std::uint64_t count) {
  std::vector<std::uint32_t> order(graph.edges().size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return graph.edge(a).bytes > graph.edge(b).bytes; });
  CriticalEdges critical(order.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), count); ++i) critical[order[i]] = true;
  return critical;
}

}  // namespace gantry::plan
