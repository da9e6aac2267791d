// SPDX-License-Identifier: Apache-2.0
// largest_batch: the node that could begin the largest batch; ties go to the earlier node.
#include <algorithm>

#include "gantry/serving/selection.h"

namespace gantry {
inline namespace serving {
namespace {

class SelectLargestBatch final : public SelectionPolicy {
 public:
  void order(const std::vector<NodeState>& nodes, std::vector<NodeId>& candidates) override {
    const auto batch = [&](NodeId n) { return std::min(nodes[n].pending, nodes[n].batch_limit); };
    std::stable_sort(candidates.begin(), candidates.end(), [&](NodeId x, NodeId y) { return batch(x) > batch(y); });
  }
  bool archive(Archive& /*state*/) override { return true; }
};

}  // namespace

void add_select_largest_batch(SelectionCatalogue& selections) {
  selections.add("largest_batch", "the node that could begin the largest batch",
                 [](const PriorityRule&) { return std::make_unique<SelectLargestBatch>(); });
}

}  // namespace serving
}  // namespace gantry
