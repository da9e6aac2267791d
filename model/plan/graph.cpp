// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/graph.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "gantry/plan/wide.h"
#include "gantry/workload/workload.h"

namespace gantry::plan {
namespace {

Time product(Time a, std::uint64_t b) {
  const Wide wide = Wide{a} * b;
  return wide < kLongest ? static_cast<Time>(wide) : kLongest;
}

/// First edge of every task, and one past the last; `numbers` are edge numbers grouped by the end `of` an edge.
template <class End>
void group(std::uint32_t tasks, const std::vector<Edge>& edges, End of, std::vector<std::uint32_t>& begin,
           std::vector<std::uint32_t>& numbers) {
  begin.assign(tasks + std::size_t{1}, 0);
  for (const Edge& edge : edges) ++begin[of(edge) + 1];
  for (std::size_t t = 1; t < begin.size(); ++t) begin[t] += begin[t - 1];
  numbers.resize(edges.size());
  std::vector<std::uint32_t> at(begin.begin(), begin.end() - 1);
  for (std::uint32_t e = 0; e < edges.size(); ++e) numbers[at[of(edges[e])]++] = e;
}

}  // namespace

Time add(Time a, Time b) { return std::min(kLongest, std::min(a, kLongest) + std::min(b, kLongest)); }

Graph::Graph(const Workload& workload) {
  std::vector<Edge> edges;
  for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) {
    const WorkloadTask& task = workload.tasks[t];
    times_.push_back(product(task.cycles, task.jobs));
    for (const WorkloadEdge& edge : task.after) edges.push_back({edge.task, t, edge.bytes, edge.critical});
  }
  index(edges);
}

Graph::Graph(std::vector<Time> times, const std::vector<Edge>& edges) : times_(std::move(times)) {
  std::vector<Edge> sorted = edges;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Edge& a, const Edge& b) { return a.to < b.to; });
  index(sorted);
}

void Graph::index(const std::vector<Edge>& edges) {
  // The edge that a task's predecessor had first, if the task still is the one looked at.
  std::vector<std::uint32_t> seen(tasks(), 0);
  edges_.reserve(edges.size());
  for (const Edge& edge : edges) {
    const std::uint32_t before = seen[edge.from];
    if (before < edges_.size() && edges_[before].from == edge.from && edges_[before].to == edge.to) {
      edges_[before].bytes = std::max(edges_[before].bytes, edge.bytes);
      edges_[before].critical = edges_[before].critical || edge.critical;
      continue;
    }
    seen[edge.from] = static_cast<std::uint32_t>(edges_.size());
    edges_.push_back(edge);
  }
  group(
      tasks(), edges_, [](const Edge& e) { return e.to; }, in_begin_, in_);
  group(
      tasks(), edges_, [](const Edge& e) { return e.from; }, out_begin_, out_);

  std::vector<std::uint32_t> waiting(tasks());
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (std::uint32_t t = 0; t < tasks(); ++t) {
    waiting[t] = static_cast<std::uint32_t>(in(t).size());
    if (waiting[t] == 0) ready.push(t);
  }
  while (!ready.empty()) {
    const std::uint32_t task = ready.top();
    ready.pop();
    flow_order_.push_back(task);
    for (const std::uint32_t e : out(task)) {
      if (--waiting[edges_[e].to] == 0) ready.push(edges_[e].to);
    }
  }
}

Time TransferCost::cycles(std::uint64_t bytes) const {
  const Wide billionths = Wide{bytes} * per_byte_billionths + latency_billionths;
  const Wide whole = billionths / kBillion + (billionths % kBillion != 0 ? 1 : 0);
  return whole < kLongest ? static_cast<Time>(whole) : kLongest;
}

}  // namespace gantry::plan
