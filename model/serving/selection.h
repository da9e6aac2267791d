// SPDX-License-Identifier: Apache-2.0
// Which inference nodes run next (source 003). A policy says in which order the nodes are taken; how far down that
// order the rated count and compute reach is the same for all of them.
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
  /// `candidates`: the idle nodes with something pending, ascending. They are to be put into the order in which they
  /// are taken.
  virtual void order(const std::vector<NodeState>& nodes, std::vector<NodeId>& candidates) = 0;
  /// Hears which were taken, in that order.
  virtual void taken(const std::vector<NodeId>& /*chosen*/) {}
};

/// The source's rule.
inline constexpr const char* kSourceSelection = "inference_priority";

using SelectionFactory = std::unique_ptr<SelectionPolicy>(const PriorityRule&);
using SelectionCatalogue = Catalogue<SelectionFactory>;
/// Those of the folder `selections`.
const SelectionCatalogue& builtin_selections();

/// One decision. Nodes are taken in the policy's order until the next one would exceed the rating, busy nodes included;
/// nothing behind that one is taken, however small it is.
std::vector<NodeId> select_nodes(SelectionPolicy& policy, const std::vector<NodeState>& nodes, const Rating& rated);

}  // namespace serving
}  // namespace gantry
