// SPDX-License-Identifier: Apache-2.0
// Simulated annealing on the binary model. A step sets another x(s,o,r) to 1, or moves an operation in the order. It
// uses integer random numbers and +, -, x, / only, so every machine finds the same plan.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gantry/plan/pipeline/arrange.h"
#include "gantry/plan/pipeline/evaluator.h"

namespace gantry::plan {

struct AnnealLimits {
  std::uint64_t iterations = 0;  ///< most steps
  std::uint64_t seed = 1;
  std::function<bool()> ended;                         ///< polled now and then: true ends the search; may be empty
  std::function<void(const PipelinePoint&)> progress;  ///< called now and then with the best so far; may be empty
};

struct AnnealResult {
  PipelinePoint best;
  std::uint64_t iterations = 0;  ///< steps done
};

/// Returns the best choice met, the start included.
AnnealResult anneal(const PipelineItems& items, const PipelinePoint& start, const AnnealLimits& limits);

/// For makespan: searches resources only; the Arranger gives the order by the rule. A step costs more and reaches
/// further. `space`: what moves as one, either `items`, or their model with one subtask, so that all subtasks use the
/// same resources. `start` has a resource for each of its units.
AnnealResult anneal_placement(const PipelineItems& items, const PipelineItems& space,
                              const std::vector<std::uint32_t>& start, const ArrangeRule& rule,
                              const AnnealLimits& limits);

}  // namespace gantry::plan
