// SPDX-License-Identifier: Apache-2.0
// fifo: the node with the longest-waiting request; ties go to the earlier node.
#include <algorithm>

#include "gantry/serving/selection.h"

namespace gantry {
inline namespace serving {
namespace {

class SelectFifo final : public SelectionPolicy {
 public:
  void order(const std::vector<NodeState>& nodes, std::vector<NodeId>& candidates) override {
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](NodeId x, NodeId y) { return nodes[x].oldest < nodes[y].oldest; });
  }
  bool archive(Archive& /*state*/) override { return true; }
};

}  // namespace

void add_select_fifo(SelectionCatalogue& selections) {
  selections.add("fifo", "the node whose oldest request has waited longest",
                 [](const PriorityRule&) { return std::make_unique<SelectFifo>(); });
}

}  // namespace serving
}  // namespace gantry
