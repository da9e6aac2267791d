// SPDX-License-Identifier: Apache-2.0
// The best split of one subtask's graph into contiguous pieces, a piece per resource: an exact dynamic programme over
// the ideals of the graph (the idea of Tarnawski et al., NeurIPS 2020).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

/// Where the search gives up; counts and not seconds, so that every machine gives up at the same place.
struct ContiguousLimits {
  std::uint32_t ideals = 100000;
  std::uint64_t pieces = 40000000;  ///< that are looked at
  std::uint64_t states = 20000000;  ///< ideals x numbers of resources used
  std::function<bool()> ended;      ///< asked now and then; may be empty
};

struct ContiguousSplit {
  std::vector<std::uint32_t> resource;  ///< by unit; empty if none was found
  Time load = 0;                        ///< the largest, of one subtask
  bool exact = false;                   ///< no contiguous split within memory is better, or as good as `at_most`
  std::uint64_t ideals = 0;             ///< looked at
  std::string stopped;                  ///< why it is not exact
};

/// `single` has one subtask and loads for its objective. Contiguous: the pieces can be put in a row so that what comes
/// before a piece in the flow (unit_flow.h) is in it or in one before it. Splits above `at_most` are not looked at.
ContiguousSplit best_contiguous_split(const PipelineItems& single, Time at_most, const ContiguousLimits& limits);

}  // namespace gantry::plan
