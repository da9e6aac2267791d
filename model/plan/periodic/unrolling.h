// SPDX-License-Identifier: Apache-2.0
// How many executions of a graph one period holds, and which processor runs which copy of a task (source 001, step 103
// and claims 3 to 5): longest task first, for one copy, two copies, ..., until the processors are busy enough.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"

namespace gantry::plan {

inline constexpr std::uint32_t kMostUnroll = 1024;

struct UnrollingLimits {
  /// The first unrolling whose utilisation is above this wins; billionths, 950000000 is 0.95.
  std::uint64_t utilization_billionths = 950000000;
  std::uint32_t max_unroll = 16;  ///< 1 to kMostUnroll
};

/// Copy k of task t has the number t x unroll + k.
struct Unrolling {
  std::uint32_t unroll = 1;              ///< executions of the graph in a period (X)
  Time period = 0;                       ///< cycles (cp): the largest load of a processor
  std::vector<std::uint32_t> processor;  ///< of every copy
  std::vector<Time> start;               ///< of every copy in the period, as stacked: the longest first
};

/// Most copies that are planned: unrolling stops before it would make more.
inline constexpr std::uint64_t kMostCopies = std::uint64_t{1} << 24;

/// Copies sorted by time, longest first (ties: workload order, then copy), each to the processor that is free earliest
/// (ties: the lowest number). If no unrolling is above the limit, the one with the largest utilisation wins (ties: the
/// fewest copies). Copies without time are at the beginning of the period, where their processor is free for them.
/// Preconditions: a task has a time, and max_unroll times their sum stays below kLongest; processors >= 1.
Unrolling unroll(const Graph& graph, std::uint32_t processors, const UnrollingLimits& limits);

/// Sum of the tasks' times, at most kLongest.
Time total_time(const Graph& graph);

/// The busy share of the processors, unroll x total_time / (processors x period).
double utilization(const Graph& graph, std::uint32_t processors, std::uint32_t unroll, Time period);

/// No assignment of the copies has a shorter period than this: the mean load, the longest task, and the two longest of
/// those that cannot all have a processor of their own.
Time least_period(const Graph& graph, std::uint32_t processors, std::uint32_t unroll);

}  // namespace gantry::plan
