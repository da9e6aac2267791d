// SPDX-License-Identifier: Apache-2.0
// Unrolling (source 001, step 103 and claims 3 to 5): the number of executions of a graph per period, and the processor
// of each copy. Longest task first, for one copy, two copies, ..., until the processors are busy enough.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"

namespace gantry::plan {

inline constexpr std::uint32_t kMostUnroll = 1024;

struct UnrollingLimits {
  /// The first unrolling with a utilisation above this is taken; billionths, 950000000 is 0.95.
  std::uint64_t utilization_billionths = 950000000;
  std::uint32_t max_unroll = 16;  ///< 1..kMostUnroll
};

/// Copy k of task t has number t x unroll + k.
struct Unrolling {
  std::uint32_t unroll = 1;              ///< executions of the graph per period (X)
  Time period = 0;                       ///< cycles (cp): the largest load of a processor
  std::vector<std::uint32_t> processor;  ///< by copy
  std::vector<Time> start;               ///< by copy, within the period, stacked longest first
};

/// Most copies: unrolling stops before it would exceed them.
inline constexpr std::uint64_t kMostCopies = std::uint64_t{1} << 24;

/// Sorts copies by time, longest first (ties: workload order, then copy), and assigns each to the processor that is
/// free earliest (ties: lowest number). If no unrolling exceeds the limit, the largest utilisation wins (ties: fewest
/// copies). Copies without time are at the beginning of the period on the processor that is free for them.
/// Preconditions: some task has a time; max_unroll times the sum of the times is below kLongest; processors >= 1.
Unrolling unroll(const Graph& graph, std::uint32_t processors, const UnrollingLimits& limits);

/// Returns the sum of the tasks' times, at most kLongest.
Time total_time(const Graph& graph);

/// Returns the busy share of the processors: unroll x total_time / (processors x period).
double utilization(const Graph& graph, std::uint32_t processors, std::uint32_t unroll, Time period);

/// Returns a lower bound of the period for any assignment: the mean load, the longest task, and the sum of the two
/// shortest of the `processors` + 1 longest copies, two of which share a processor.
Time least_period(const Graph& graph, std::uint32_t processors, std::uint32_t unroll);

}  // namespace gantry::plan
