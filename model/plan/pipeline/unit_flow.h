// SPDX-License-Identifier: Apache-2.0
// Order of one subtask's units along the flow: with forward operations, against backward ones.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

/// An acyclic graph whose nodes are units, or sets of units that stay together. Edges between forward operations keep
/// their direction; those between backward operations are reversed, so that a layer's backward operation is near its
/// forward one; edges from forward to backward operations are dropped. All edges keep their direction if there are no
/// backward operations, or if the units have no cycle that way. Units of a remaining cycle become one node.
struct UnitFlow {
  /// `single` has one subtask.
  explicit UnitFlow(const PipelineItems& single);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(units.size()); }

  std::vector<std::vector<std::uint32_t>> units;   ///< by node
  std::vector<std::vector<std::uint32_t>> before;  ///< by node: direct predecessors, each once, ascending
  std::vector<std::vector<std::uint32_t>> after;
  std::vector<std::uint32_t> order;  ///< topological; branches mostly stay together
};

/// By operation: whether it is backward, as the model says. If the model says nothing: operations after one to which
/// they are tied, and everything after those.
std::vector<bool> backward_operations(const PipelineItems& single);

}  // namespace gantry::plan
