// SPDX-License-Identifier: Apache-2.0
// A workload as a planner sees it: times and edges in flat arrays, without duplicate edges.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace workload {
struct Workload;
}
}  // namespace gantry

namespace gantry::plan {

/// Planned time in cycles. Sums saturate at 2^62, so no comparison wraps.
using Time = std::uint64_t;
inline constexpr Time kLongest = Time{1} << 62;
/// Returns a + b, at most kLongest.
Time add(Time a, Time b);

/// A dependence: task `from` runs before task `to`.
struct Edge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;  ///< data that `from` sends to `to`
  bool critical = false;    ///< marked as critical in the workload
};

/// Some edges of a Graph: their numbers, for Graph::edge(). Valid as long as the graph.
class EdgeList {
 public:
  EdgeList(const std::uint32_t* begin, const std::uint32_t* end) : begin_(begin), end_(end) {}
  [[nodiscard]] const std::uint32_t* begin() const { return begin_; }
  [[nodiscard]] const std::uint32_t* end() const { return end_; }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  [[nodiscard]] bool empty() const { return begin_ == end_; }

 private:
  const std::uint32_t* begin_;
  const std::uint32_t* end_;
};

/// Tasks have their indices in the workload, 0..tasks() - 1. Edges are in workload order: by `to`, then as listed by
/// that task. Several edges between two tasks become one, with the most bytes, and critical if any of them is.
class Graph {
 public:
  /// Precondition: the workload has no cycle.
  explicit Graph(const Workload& workload);
  /// Makes a graph without a workload. `times`: work of every task in cycles. Edges may be in any order. Preconditions:
  /// from < tasks, to < tasks, no cycle.
  Graph(std::vector<Time> times, const std::vector<Edge>& edges);

  [[nodiscard]] std::uint32_t tasks() const { return static_cast<std::uint32_t>(times_.size()); }
  /// Work of the task: cycles x jobs, at most kLongest; or as given to the constructor.
  [[nodiscard]] Time time(std::uint32_t task) const { return times_[task]; }
  [[nodiscard]] const std::vector<Time>& times() const { return times_; }
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  [[nodiscard]] const Edge& edge(std::uint32_t number) const { return edges_[number]; }
  /// Numbers of the edges that end in `task`, in workload order.
  [[nodiscard]] EdgeList in(std::uint32_t task) const { return list(in_begin_, in_, task); }
  /// Numbers of the edges that begin in `task`, in workload order.
  [[nodiscard]] EdgeList out(std::uint32_t task) const { return list(out_begin_, out_, task); }
  /// Topological order by Kahn's algorithm; of several ready tasks the first one of the workload.
  [[nodiscard]] const std::vector<std::uint32_t>& flow_order() const { return flow_order_; }

 private:
  static EdgeList list(const std::vector<std::uint32_t>& begin, const std::vector<std::uint32_t>& edges,
                       std::uint32_t task) {
    return {edges.data() + begin[task], edges.data() + begin[task + 1]};
  }
  void index(const std::vector<Edge>& edges);

  std::vector<Time> times_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> in_begin_;
  std::vector<std::uint32_t> in_;
  std::vector<std::uint32_t> out_begin_;
  std::vector<std::uint32_t> out_;
  std::vector<std::uint32_t> flow_order_;
};

/// Cost of an edge between tasks on two processors. On one processor it is 0, unless `everywhere` is set.
struct TransferCost {
  /// Billionths of a cycle per byte, so that nine decimal digits are exact; at most 10^15.
  std::uint64_t per_byte_billionths = 1000000000;
  std::uint64_t latency_billionths = 0;  ///< billionths of a cycle per transfer, at most 10^18
  bool everywhere = false;               ///< also between tasks on one processor

  /// Returns the cycles between two processors: ceil(bytes x cycles per byte + latency), at most kLongest.
  /// `everywhere` has no effect here.
  [[nodiscard]] Time cycles(std::uint64_t bytes) const;
};

}  // namespace gantry::plan
