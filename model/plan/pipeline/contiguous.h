// SPDX-License-Identifier: Apache-2.0
// Best split of one subtask's graph into contiguous pieces, one per resource: an exact dynamic programme over the
// ideals of the graph (after Tarnawski et al., NeurIPS 2020).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

/// Limits of the search. They are counts, not seconds, so every machine stops at the same point.
struct ContiguousLimits {
  std::uint32_t ideals = 100000;    ///< most ideals of the graph to visit
  std::uint64_t pieces = 40000000;  ///< most pieces to try
  std::uint64_t states = 20000000;  ///< most states to store: ideals x resources used
  std::function<bool()> ended;      ///< polled now and then; may be empty
};

struct ContiguousSplit {
  std::vector<std::uint32_t> resource;  ///< resource of each unit; empty if no split was found
  Time load = 0;                        ///< largest load of a resource, for one subtask, in cycles
  bool exact = false;                   ///< no contiguous split within memory is better, or as good as `at_most`
  std::uint64_t ideals = 0;             ///< number of visited ideals of the graph
  std::string stopped;                  ///< why it is not exact; else empty
};

/// `single` has one subtask, and loads for its objective. Contiguous: the pieces can be ordered so that everything
/// before a piece in the flow (unit_flow.h) is in it or in an earlier piece. Splits above `at_most` are skipped.
ContiguousSplit best_contiguous_split(const PipelineItems& single, Time at_most, const ContiguousLimits& limits);

}  // namespace gantry::plan
