// SPDX-License-Identifier: Apache-2.0
// The copies of a graph's tasks that one period holds, and the steady state in which they repeat for ever.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"

namespace gantry::plan {

/// Where and when every copy runs in each period; `retiming`: how many periods before the last ones of its execution.
struct PeriodicSchedule {
  std::vector<std::uint32_t> processor;
  std::vector<Time> start;  ///< start + time <= period, start < period
  std::vector<std::uint64_t> retiming;
};

/// Copy k of task t has the number t x unroll + k, and an edge joins copies of the same k.
class Copies {
 public:
  /// A transfer between two processors, in whole periods and a rest below one.
  struct Lag {
    std::uint64_t periods = 0;
    Time rest = 0;
  };

  /// Precondition: no task is longer than the period, the period is not 0.
  Copies(const Graph& graph, const TransferCost& transfer, std::uint32_t unroll, Time period);

  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] std::uint32_t unroll() const { return unroll_; }
  [[nodiscard]] Time period() const { return period_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(time_.size()); }
  [[nodiscard]] Time time(std::uint32_t copy) const { return time_[copy]; }
  /// Of an edge of the graph, if its ends are on different processors.
  [[nodiscard]] const Lag& lag(std::uint32_t edge) const { return lags_[edge]; }
  /// Every copy after its predecessors.
  [[nodiscard]] const std::vector<std::uint32_t>& flow_order() const { return flow_order_; }

  /// Calls visit(predecessor, lag if apart) for every edge that ends in the copy.
  template <class Visit>
  void before(std::uint32_t copy, Visit visit) const {
    const std::uint32_t task = copy / unroll_;
    const std::uint32_t k = copy % unroll_;
    for (const std::uint32_t e : graph_.in(task)) visit(graph_.edge(e).from * unroll_ + k, lags_[e]);
  }
  /// Calls visit(successor, lag if apart) for every edge that begins in the copy.
  template <class Visit>
  void after(std::uint32_t copy, Visit visit) const {
    const std::uint32_t task = copy / unroll_;
    const std::uint32_t k = copy % unroll_;
    for (const std::uint32_t e : graph_.out(task)) visit(graph_.edge(e).to * unroll_ + k, lags_[e]);
  }

  /// Least retiming(from) - retiming(to) with which an edge holds: start + time + transfer of `from` is at most start
  /// of `to` plus that many periods.
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
  std::vector<Lag> lags_;  ///< of the graph's edges
  std::vector<std::uint32_t> flow_order_;
};

/// Copies without time take no room, but a processor does one after the other: those that would start while another
/// copy runs on theirs start when it has finished.
void put_between(const Copies& copies, PeriodicSchedule& schedule);

/// Gives every copy the least retiming that its start and processor allow; answers the largest, at most kLongest.
std::uint64_t retime(const Copies& copies, PeriodicSchedule& schedule);

/// No schedule of these copies has a smaller largest retiming, whatever the assignment to at most `processors` (if
/// `assigned` is null) or with this one: the copies as if every one had a processor to itself at any time.
std::uint64_t least_retiming(const Copies& copies, const std::vector<std::uint32_t>* assigned);

}  // namespace gantry::plan
