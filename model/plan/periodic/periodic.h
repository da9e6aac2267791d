// SPDX-License-Identifier: Apache-2.0
// Planner for periodic execution (source 001): a graph that runs again and again, with a repeating period. Executions
// overlap. Dependences within an execution are delayed by periods, so that all processors are busy after the prologue.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/plan/graph.h"
#include "gantry/plan/periodic/copies.h"
#include "gantry/plan/periodic/exact_prologue.h"
#include "gantry/plan/periodic/placement_orders.h"
#include "gantry/plan/periodic/prologue_search.h"
#include "gantry/plan/periodic/unrolling.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

struct PeriodicProblem {
  const Graph& graph;
  std::uint32_t processors = 1;  ///< identical processors, at least 1
  TransferCost transfer;
};

/// End of the planner: the initial scheme of the source (claim 1), the scheme that it adjusts (claim 2), or the search
/// beyond it.
enum class PeriodicUntil : std::uint8_t { stable, start, source };

struct PeriodicOptions {
  UnrollingLimits unrolling;
  PeriodicUntil until = PeriodicUntil::stable;  ///< with another one there is neither a search nor an exact model
  bool reassign = false;  ///< copies may leave their longest-first processors, with the same period
  SearchLimits search;
  /// Limits of the exact model, if it is wanted; for at most kMostExactPairs and kMostExactPeriod.
  std::optional<MilpLimits> exact;
};

/// Most pairs of copies on the same processor for which the exact model is solved.
inline constexpr std::uint64_t kMostExactPairs = 20000;

struct PeriodicResult {
  Unrolling unrolling;
  PeriodicSchedule schedule;
  std::uint64_t max_retiming = 0;         ///< largest retiming of `schedule`, in periods
  std::uint64_t max_retiming_before = 0;  ///< max_retiming with the starts of the unrolling
  std::uint64_t max_retiming_source = 0;  ///< after the adjustment of the source
  std::uint64_t least_retiming = 0;       ///< lower bound of the largest retiming
  std::uint64_t rounds = 0;               ///< orders that the search tried
  std::optional<ExactPrologue> exact;     ///< nothing if it was not wanted, or the case is too large
};

/// The two schemes of the source, which are the starts of the search.
struct SourceSchemes {
  Unrolling unrolling;
  PeriodicSchedule initial;        ///< longest task first, stacked
  PeriodicSchedule adjusted;       ///< by key nodes, on the same processors
  std::vector<KeyNodeStep> steps;  ///< of the adjustment
};

/// Preconditions as unroll().
SourceSchemes source_schemes(const PeriodicProblem& problem, const UnrollingLimits& limits);

/// Plans a graph. Preconditions as unroll().
PeriodicResult plan_periodic(const PeriodicProblem& problem, const PeriodicOptions& options);

/// Makes a plan with parameters (without those of the machine) and metrics. The name of the workload is empty.
Plan periodic_plan(const PeriodicProblem& problem, const PeriodicOptions& options, const PeriodicResult& result);

}  // namespace gantry::plan
