// SPDX-License-Identifier: Apache-2.0
// Simulated annealing on the binary model: a step sets another x(s,o,r) to 1, or moves an operation in the order.
// Integer random numbers and +, -, x, / alone decide, so that every machine finds the same plan.
#pragma once

#include <cstdint>
#include <functional>

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

/// Under makespan: only resources are searched, the order is arrange()'s. A step costs more and reaches further.
AnnealResult anneal_placement(const PipelineItems& items, const PipelinePoint& start, const AnnealLimits& limits);

}  // namespace gantry::plan
