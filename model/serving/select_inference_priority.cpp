// SPDX-License-Identifier: Apache-2.0
// inference_priority: the source's rule (003 [0087] to [0105]). Nodes with a request of the priority type come before
// all others; within both groups the higher inference priority comes first, and among equals the earlier node. With
// select_nodes() that is: as many priority nodes as fit, and only if all of them do, others.
#include <algorithm>

#include "gantry/serving/selection.h"

namespace gantry {
inline namespace serving {
namespace {

class SelectByInferencePriority final : public SelectionPolicy {
 public:
  explicit SelectByInferencePriority(const PriorityRule& rule) : rule_(rule) {}

  void order(const std::vector<NodeState>& nodes, std::vector<NodeId>& candidates) override {
    std::stable_sort(candidates.begin(), candidates.end(), [&](NodeId x, NodeId y) {
      const bool x_first = nodes[x].priority_tasks > 0;
      const bool y_first = nodes[y].priority_tasks > 0;
      if (x_first != y_first) return x_first;
      return inference_priority(nodes[y], rule_) < inference_priority(nodes[x], rule_);
    });
  }
  bool archive(Archive& /*state*/) override { return true; }

 private:
  PriorityRule rule_;
};

}  // namespace

void add_select_inference_priority(SelectionCatalogue& selections) {
  selections.add(kSourceSelection, "priority requests first, then pending x weight (the source's rule)",
                 [](const PriorityRule& rule) { return std::make_unique<SelectByInferencePriority>(rule); },
                 {"priority", "counts", "a", "b", "importance"});
}

}  // namespace serving
}  // namespace gantry
