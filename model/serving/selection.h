// SPDX-License-Identifier: Apache-2.0
// Selection of the inference nodes that run next (source 003). A policy orders the candidates. All policies take nodes
// from the front of that order while the rating holds.
#pragma once

#include <memory>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/serving/inference_priority.h"
#include "gantry/serving/node_state.h"

namespace gantry {
inline namespace serving {

class SelectionPolicy {
 public:
  virtual ~SelectionPolicy() = default;
  /// Sorts `candidates`: the idle nodes with pending requests, ascending. The first one is taken first.
  virtual void order(const std::vector<NodeState>& nodes, std::vector<NodeId>& candidates) = 0;
  /// Notification of the nodes that were taken, in that order.
  virtual void taken(const std::vector<NodeId>& /*chosen*/) {}
  /// Writes the state into a checkpoint, or reads it (gantry/base/archive.h). Returns false, and does nothing, if runs
  /// with this policy cannot be cut.
  virtual bool archive(Archive& /*state*/) { return false; }
};

/// Name of the policy of the source.
inline constexpr const char* kSourceSelection = "inference_priority";

using SelectionFactory = std::unique_ptr<SelectionPolicy>(const PriorityRule&);
using SelectionCatalogue = Catalogue<SelectionFactory>;
/// The policies of the folder `selections`.
const SelectionCatalogue& builtin_selections();

/// Makes one decision. Takes nodes in the policy's order until the next one would exceed the rating, busy and held
/// nodes included; a sum equal to the rating does not. No node behind that one is taken, even if it would fit. A held
/// node that is taken needs neither a further slot nor further compute.
std::vector<NodeId> select_nodes(SelectionPolicy& policy, const std::vector<NodeState>& nodes, const Rating& rated);

}  // namespace serving
}  // namespace gantry
