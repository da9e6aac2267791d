// SPDX-License-Identifier: Apache-2.0
// Schedules in which all subtasks use the same resources: one interval of the flow per resource, as in 1F1B, or
// several, as in interleaved schedules.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/anneal.h"

namespace gantry::plan {

/// Returns the resource by unit of `single`, a model with one subtask. The flow is cut into resources x turns intervals
/// of about equal time, which are assigned to resources 0, 1, ... and again from 0. A unit that its resource cannot run
/// goes to the first fastest resource. Precondition: turns >= 1.
std::vector<std::uint32_t> interleaved(const PipelineItems& single, std::uint32_t turns);

struct PatternResult {
  PipelinePoint best;
  ArrangeRule rule;  ///< rule of its order
  std::uint64_t iterations = 0;
};

/// For makespan. A short search starts from one, two and three turns, with every rule and two seeds; the best results
/// are searched further. Rules: longest path first; 1F1B, which takes a backward operation before the next subtask's
/// forward one; and with limited memory, 1F1B with at most as many subtasks begun as there are stages left.
PatternResult search_patterns(const PipelineItems& items, const AnnealLimits& limits);

}  // namespace gantry::plan
