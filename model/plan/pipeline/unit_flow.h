// SPDX-License-Identifier: Apache-2.0
// The way of one subtask through its units, in one direction: along forward operations, against backward ones.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

/// Nodes are units, or several of them that stay together; without a cycle. Edges between forward operations point as
/// data flow, those between backward operations the other way, so that a layer comes where its forward operation does;
/// from forward to backward operations nothing follows. If nothing is a backward operation, or all edges as they are
/// make no cycle of units, they are taken as they are. Units that are in a cycle all the same are one node.
struct UnitFlow {
  /// `single` has one subtask.
  explicit UnitFlow(const PipelineItems& single);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(units.size()); }

  std::vector<std::vector<std::uint32_t>> units;   ///< of a node
  std::vector<std::vector<std::uint32_t>> before;  ///< nodes that come directly before; each once, ascending
  std::vector<std::vector<std::uint32_t>> after;
  std::vector<std::uint32_t> order;  ///< all nodes, those before first; a branch mostly stays together
};

/// By operation: what the model says, or if it says nothing: what comes after an operation that it is tied to, and
/// what comes after that.
std::vector<bool> backward_operations(const PipelineItems& single);

}  // namespace gantry::plan
