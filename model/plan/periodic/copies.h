// SPDX-License-Identifier: Apache-2.0
// The copies of a graph's tasks within a period, and their steady state.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"

namespace gantry::plan {

/// Processor, start and retiming, each by copy. `retiming`: periods by which a copy precedes the last copies of its
/// execution.
struct PeriodicSchedule {
  std::vector<std::uint32_t> processor;
  std::vector<Time> start;  ///< cycle within the period: start + time <= period, start < period
  std::vector<std::uint64_t> retiming;
};

/// Copy k of task t has number t x unroll + k. An edge joins copies with the same k.
class Copies {
 public:
  /// Transfer time between two processors: whole periods, and a rest below one period.
  struct Lag {
    std::uint64_t periods = 0;
    Time rest = 0;
  };

  /// Precondition: period > 0, and no task is longer.
  Copies(const Graph& graph, const TransferCost& transfer, std::uint32_t unroll, Time period);

  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] std::uint32_t unroll() const { return unroll_; }
  [[nodiscard]] Time period() const { return period_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(time_.size()); }
  [[nodiscard]] Time time(std::uint32_t copy) const { return time_[copy]; }
  /// Transfer time of an edge of the graph between different processors.
  [[nodiscard]] const Lag& lag(std::uint32_t edge) const { return lags_[edge]; }
  /// Topological order of the copies.
  [[nodiscard]] const std::vector<std::uint32_t>& flow_order() const { return flow_order_; }

  /// Calls visit(predecessor, lag between processors) for every edge into the copy.
  template <class Visit>
  void before(std::uint32_t copy, Visit visit) const {
    const std::uint32_t task = copy / unroll_;
    const std::uint32_t k = copy % unroll_;
    for (const std::uint32_t e : graph_.in(task)) visit(graph_.edge(e).from * unroll_ + k, lags_[e]);
  }
  /// Calls visit(successor, lag between processors) for every edge out of the copy.
  template <class Visit>
  void after(std::uint32_t copy, Visit visit) const {
    const std::uint32_t task = copy / unroll_;
    const std::uint32_t k = copy % unroll_;
    for (const std::uint32_t e : graph_.out(task)) visit(graph_.edge(e).to * unroll_ + k, lags_[e]);
  }

  /// Returns the least retiming(from) - retiming(to) that satisfies an edge: start + time + transfer of `from` is at
  /// most the start of `to` plus that many periods.
  [[nodiscard]] std::uint64_t periods_between(const PeriodicSchedule& at, std::uint32_t from, std::uint32_t to,
                                              const Lag& lag) const {
    const bool apart = at.processor[from] != at.processor[to];
    const Time arrival = at.start[from] + time_[from] + (apart ? lag.rest : 0);
    const std::uint64_t whole = apart ? lag.periods : 0;
    if (arrival <= at.start[to]) return whole;
    return whole + (arrival - at.start[to] <= period_ ? 1 : 2);
  }

 private:
  const Graph& graph_;
  std::uint32_t unroll_;
  Time period_;
  std::vector<Time> time_;
  std::vector<Lag> lags_;  ///< by edge of the graph
  std::vector<std::uint32_t> flow_order_;
};

/// Makes copies with time 0 sequential: one that would start within another copy on its processor starts at that copy's
/// end.
void put_between(const Copies& copies, PeriodicSchedule& schedule);

/// Gives every copy the least retiming for its start and processor. Returns the largest one, at most kLongest.
std::uint64_t retime(const Copies& copies, PeriodicSchedule& schedule);

/// Returns a lower bound of the largest retiming for the given assignment, or for any assignment if `assigned` is
/// nullptr: the value for copies with a processor of their own at any time.
std::uint64_t least_retiming(const Copies& copies, const std::vector<std::uint32_t>* assigned);

}  // namespace gantry::plan
