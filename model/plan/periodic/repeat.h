// SPDX-License-Identifier: Apache-2.0
// Periods of a periodic plan, one after the other: an ordinary plan of a graph that has every execution's tasks, which
// the machine replays like any other.
#pragma once

#include <cstdint>

#include "gantry/plan/graph.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

/// Most tasks that repeated executions may have together.
inline constexpr std::uint64_t kMostRepeated = std::uint64_t{1} << 24;

/// Execution e = period x unroll + copy; task t of it has the number e x tasks + t. Copies stay on their processors and
/// in their order there, which is that of the periods: period n runs the copies of execution n - (largest retiming -
/// own). Each starts as soon as its processor is free and its data is there, never later than in the periodic plan, as
/// on a machine, which does not wait for period boundaries. Metrics: `periods`, `executions`, `steady_period`,
/// `prologue`, `periodic_cycles` (finish by period boundaries) and `makespan` (the plan's finish). Preconditions: a
/// periodic plan without faults for the graph, times and transfers; executions x tasks <= kMostRepeated; the last
/// finish is below kLongest.
Plan repeat_plan(const Plan& periodic, const Graph& graph, const TransferCost& transfer, std::uint32_t periods);

}  // namespace gantry::plan
