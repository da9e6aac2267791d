// SPDX-License-Identifier: Apache-2.0
// Source 001: a graph that is executed again and again, as a period that repeats. Executions overlap; what depends on
// something of the same execution runs periods later, so that every processor is busy from the end of the prologue on.
#pragma once

#include <cstdint>

#include "plan/graph.h"
#include "plan/periodic/copies.h"
#include "plan/periodic/prologue_search.h"
#include "plan/periodic/unrolling.h"
#include "plan/plan.h"

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
};

struct PeriodicResult {
  Unrolling unrolling;
  PeriodicSchedule schedule;
  std::uint64_t max_retiming = 0;
  std::uint64_t max_retiming_before = 0;  ///< with the starts of the unrolling
  std::uint64_t max_retiming_source = 0;  ///< after the source's own adjustment
  std::uint64_t least_retiming = 0;       ///< no schedule has a smaller largest retiming
  std::uint64_t rounds = 0;               ///< orders that the search tried
};

/// Precondition: as of unroll().
PeriodicResult plan_periodic(const PeriodicProblem& problem, const PeriodicOptions& options);

/// As data, with its parameters (without those of the machine) and its metrics. The workload's name is left empty.
Plan periodic_plan(const PeriodicProblem& problem, const PeriodicOptions& options, const PeriodicResult& result);

}  // namespace gantry::plan
