// SPDX-License-Identifier: Apache-2.0
// Successive periods of a periodic plan as an ordinary plan. Its graph contains the tasks of every execution, and a
// machine can replay it.
#pragma once

#include <cstdint>

#include "gantry/plan/graph.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

/// Most tasks of all executions together.
inline constexpr std::uint64_t kMostRepeated = std::uint64_t{1} << 24;

/// Execution e = period x unroll + copy; its task t has number e x tasks + t. Copies keep their processors and their
/// order, period by period: period n runs the copies of execution n - (largest retiming - own retiming). Each copy
/// starts as soon as its processor is free and its data have arrived, as on a machine, never later than in the periodic
/// plan. Metrics: `periods`, `executions`, `steady_period`, `prologue`, `periodic_cycles` (finish by period boundaries)
/// and `makespan` (finish of this plan). Preconditions: a legal periodic plan for graph, times and transfers;
/// executions x tasks <= kMostRepeated; the last finish is below kLongest.
Plan repeat_plan(const Plan& periodic, const Graph& graph, const TransferCost& transfer, std::uint32_t periods);

}  // namespace gantry::plan
