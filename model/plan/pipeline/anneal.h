// SPDX-License-Identifier: Apache-2.0
// Simulated annealing on the binary model: a step sets another x(s,o,r) to 1, or moves an operation in the order.
// Integer random numbers and +, -, x, / alone decide, so that every machine finds the same plan.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gantry/plan/pipeline/arrange.h"
#include "gantry/plan/pipeline/evaluator.h"

namespace gantry::plan {

struct AnnealLimits {
  std::uint64_t iterations = 0;
  std::uint64_t seed = 1;
  std::function<bool()> ended;                         ///< asked now and then
  std::function<void(const PipelinePoint&)> progress;  ///< told now and then of the best so far
};

struct AnnealResult {
  PipelinePoint best;
  std::uint64_t iterations = 0;
};

/// The best of all choices met, the start included.
AnnealResult anneal(const PipelineItems& items, const PipelinePoint& start, const AnnealLimits& limits);

/// Under makespan: only resources are searched, the order is the Arranger's by the rule. A step costs more and reaches
/// further. `space` says what moves as one: `items` themselves, or their model with one subtask, so that all subtasks
/// use the same resources. `start` has a resource for each of its units.
AnnealResult anneal_placement(const PipelineItems& items, const PipelineItems& space,
                              const std::vector<std::uint32_t>& start, const ArrangeRule& rule,
                              const AnnealLimits& limits);

}  // namespace gantry::plan
