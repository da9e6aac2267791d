// SPDX-License-Identifier: Apache-2.0
// Schedules in which all subtasks use the same resources: one stretch of the flow per resource, as in 1F1B, or several
// in turn, as in interleaved schedules.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/anneal.h"

namespace gantry::plan {

/// By unit of `single` (a model with one subtask): the flow in resources x turns stretches of about equal time, the
/// first on resource 0, the next on resource 1 and so on, and again from resource 0. A unit that its resource cannot
/// run goes to the first one that is fastest for it.
std::vector<std::uint32_t> interleaved(const PipelineItems& single, std::uint32_t turns);

struct PatternResult {
  PipelinePoint best;
  ArrangeRule rule;  ///< that gave its order
  std::uint64_t iterations = 0;
};

/// Under makespan. From one, two and three turns, each by every rule and from two seeds, a short search; the best of
/// them go on. The rules: the longest way first; 1F1B's, which takes a backward operation before the next subtask's
/// forward one; and where memory is limited, 1F1B with as many subtasks begun as there are stages left.
PatternResult search_patterns(const PipelineItems& items, const AnnealLimits& limits);

}  // namespace gantry::plan
