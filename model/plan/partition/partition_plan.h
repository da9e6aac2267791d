// SPDX-License-Identifier: Apache-2.0
// What the planner `partition` found, as a plan.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/partition/refinement.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

/// Method, placement by part, with starts if tasks take time (schedule_parts), metrics of the start (`initial_...`) and
/// of the result. The parameters that the user gave as text are the caller's to add: here are those that are numbers.
Plan partition_plan(const PartitionProblem& problem, const std::vector<std::uint32_t>& start, const Refined& refined,
                    const RefineOptions& options, const TransferCost& transfer);

}  // namespace gantry::plan
