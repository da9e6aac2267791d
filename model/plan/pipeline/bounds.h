// SPDX-License-Identifier: Apache-2.0
// Lower bounds of all plans by arithmetic alone. Exact integers: a bound above the optimum would be worse than none.
#pragma once

#include <string>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

struct PipelineBound {
  Time value = 0;    ///< cycles
  std::string rule;  ///< the rule that gave it
};

/// Least time before an item can begin (head) and after it has ended (tail), in any plan: the longest path with the
/// shortest times and no transfers.
struct HeadsAndTails {
  explicit HeadsAndTails(const PipelineItems& items);
  std::vector<Time> head;  ///< by item
  std::vector<Time> tail;
  Time longest = 0;  ///< longest path of the graph
  Time work = 0;     ///< sum of the shortest times
};

/// Returns the largest of all bounds on the model's objective.
PipelineBound simple_bound(const PipelineItems& items);

/// Part of simple_bound() for makespan, for tests. The items of a unit run in sequence on the best resource for them.
/// The first of any set of them waits for its head, and the last is followed by its tail.
Time unit_bound(const PipelineItems& items, const HeadsAndTails& ways);
/// All work on all resources, each of which is idle before its first item and after its last one.
Time fill_and_drain_bound(const PipelineItems& items, const HeadsAndTails& ways);

}  // namespace gantry::plan
