// SPDX-License-Identifier: Apache-2.0
// Initial plans of a search, constructed directly.
#pragma once

#include <functional>
#include <vector>

#include "gantry/plan/pipeline/evaluator.h"

namespace gantry::plan {

/// Splits several orders of one subtask's units into an interval per resource with the least largest load, the same for
/// every subtask. The split is exact for each order, and within memory limits if such a split exists. For makespan it
/// is also annealed by loads, and every resource takes the item that can start first. If units x units x resources
/// exceed 4 x 10^8, resources are filled one after the other instead. Returns fewer plans when `ended` (may be empty)
/// is true.
std::vector<PipelineChoice> contiguous_starts(const PipelineItems& items, const std::function<bool()>& ended);

/// Extends a choice for one subtask (`single`) to every subtask.
PipelineChoice for_all_subtasks(const PipelineItems& items, const PipelineItems& single, const PipelineChoice& chosen);

/// Places units one by one by longest remaining path, each where it finishes earliest and its parameters fit. Adds the
/// whole model on each single resource that can run it.
std::vector<PipelineChoice> greedy_starts(const PipelineItems& items);

}  // namespace gantry::plan
