// SPDX-License-Identifier: Apache-2.0
// Where a search begins: plans made directly.
#pragma once

#include <functional>
#include <vector>

#include "gantry/plan/pipeline/evaluator.h"

namespace gantry::plan {

/// One subtask's units in some orders, split into a stretch per resource with the least largest load (exact for each
/// order; limits of memory are kept while a split exists that keeps them), and the same for every subtask. Under
/// makespan also annealed by loads, and every resource takes what can start first. Where units x units x
/// resources pass 4 x 10^8, resources are filled one after the other instead. Less when `ended` (may be empty) says so.
std::vector<PipelineChoice> contiguous_starts(const PipelineItems& items, const std::function<bool()>& ended);

/// What was chosen for one subtask (`single` has one), for every subtask.
PipelineChoice for_all_subtasks(const PipelineItems& items, const PipelineItems& single, const PipelineChoice& chosen);

/// One by one by longest remaining path, each where it finishes earliest and its parameters fit; then the whole model
/// on each single resource that can run it.
std::vector<PipelineChoice> greedy_starts(const PipelineItems& items);

}  // namespace gantry::plan
