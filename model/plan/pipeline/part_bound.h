// SPDX-License-Identifier: Apache-2.0
// A bound under throughput that knows that every proper part of a graph pays for its boundary.
#pragma once

#include <optional>

#include "gantry/plan/milp/milp.h"
#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

struct PartBound {
  Time value = 0;
  MilpSolution solution;  ///< its solver, version and nodes
};

/// No plan is better than both this and `at_most`. Of the resources that carry transfers one has at least its share of
/// the work that the others leave over; its load is at least that of the cheapest set of units with so much work, its
/// transfers included. That set is a small binary program. Nothing if the model has none of these resources, or if the
/// units of a subtask may be placed for themselves.
std::optional<PartBound> part_bound(const PipelineItems& items, Time at_most, const MilpLimits& limits);

}  // namespace gantry::plan
