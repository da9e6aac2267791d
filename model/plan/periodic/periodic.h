// SPDX-License-Identifier: Apache-2.0
// Source 001: a graph that is executed again and again, as a period that repeats. Executions overlap; what depends on
// something of the same execution runs periods later, so that every processor is busy from the end of the prologue on.
#pragma once

#include <cstdint>
#include <optional>

#include "gantry/plan/graph.h"
#include "gantry/plan/periodic/copies.h"
#include "gantry/plan/periodic/exact_prologue.h"
#include "gantry/plan/periodic/prologue_search.h"
#include "gantry/plan/periodic/unrolling.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

struct PeriodicProblem {
  const Graph& graph;
  std::uint32_t processors = 1;
  TransferCost transfer;
};

struct PeriodicOptions {
  UnrollingLimits unrolling;
  bool reassign = false;  ///< copies may leave the processors of the longest-first assignment, at the same period
  SearchLimits search;
  /// With it the exact model looks for something better, in cases of at most kMostExactPairs and kMostExactPeriod.
  std::optional<MilpLimits> exact;
};

/// Of copies on one processor.
inline constexpr std::uint64_t kMostExactPairs = 20000;

struct PeriodicResult {
  Unrolling unrolling;
  PeriodicSchedule schedule;
  std::uint64_t max_retiming = 0;
  std::uint64_t max_retiming_before = 0;  ///< with the starts of the unrolling
  std::uint64_t max_retiming_source = 0;  ///< after the source's own adjustment
  std::uint64_t least_retiming = 0;       ///< no schedule has a smaller largest retiming
  std::uint64_t rounds = 0;               ///< orders that the search tried
  std::optional<ExactPrologue> exact;     ///< nothing if it was not asked for, or the case is too large
};

/// Precondition: as of unroll().
PeriodicResult plan_periodic(const PeriodicProblem& problem, const PeriodicOptions& options);

/// As data, with its parameters (without those of the machine) and its metrics. The workload's name is left empty.
Plan periodic_plan(const PeriodicProblem& problem, const PeriodicOptions& options, const PeriodicResult& result);

}  // namespace gantry::plan
