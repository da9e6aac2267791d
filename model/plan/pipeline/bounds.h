// SPDX-License-Identifier: Apache-2.0
// What no plan is below, found by arithmetic alone. Exact integers; a bound above the optimum would be worse than none.
#pragma once

#include <string>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

struct PipelineBound {
  Time value = 0;
  std::string rule;  ///< what gives it
};

/// The least time that passes before an item can begin (head), and after it has ended (tail), in any plan: the longest
/// way there with the shortest times and no transfers.
struct HeadsAndTails {
  explicit HeadsAndTails(const PipelineItems& items);
  std::vector<Time> head;  ///< by item
  std::vector<Time> tail;
  Time longest = 0;  ///< way of all
  Time work = 0;     ///< shortest times of all items
};

/// The largest of all bounds on the model's objective.
PipelineBound simple_bound(const PipelineItems& items);

/// The parts of it under makespan, for tests. The items of a unit one after the other on one resource, the best for
/// them: the first of any set of them has waited for its head, behind the last comes its tail.
Time unit_bound(const PipelineItems& items, const HeadsAndTails& ways);
/// All work on all resources, each of which is idle before its first item and after its last one.
Time fill_and_drain_bound(const PipelineItems& items, const HeadsAndTails& ways);

}  // namespace gantry::plan
