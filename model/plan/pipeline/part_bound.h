// SPDX-License-Identifier: Apache-2.0
// A lower bound for throughput: every proper part of a graph pays for its boundary.
#pragma once

#include <optional>

#include "gantry/plan/milp/milp.h"
#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

struct PartBound {
  Time value = 0;         ///< cycles
  MilpSolution solution;  ///< solver, version and nodes
};

/// Returns a bound; no plan is better than both it and `at_most`. Of the resources that carry transfers, one has at
/// least its share of the work that the others leave. Its load is at least that of the cheapest set of units with that
/// much work, transfers included. A small binary program finds that set. Nothing if the model has no such resources, or
/// if the units of a subtask may be placed independently.
std::optional<PartBound> part_bound(const PipelineItems& items, Time at_most, const MilpLimits& limits);

}  // namespace gantry::plan
