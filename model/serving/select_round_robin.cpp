// SPDX-License-Identifier: Apache-2.0
// round_robin: the nodes in round-robin order, beginning behind the last chosen one.
#include <algorithm>

#include "gantry/base/archive.h"
#include "gantry/serving/selection.h"

namespace gantry {
inline namespace serving {
namespace {

class SelectRoundRobin final : public SelectionPolicy {
 public:
  void order(const std::vector<NodeState>& /*nodes*/, std::vector<NodeId>& candidates) override {
    std::rotate(candidates.begin(), std::lower_bound(candidates.begin(), candidates.end(), next_), candidates.end());
  }
  void taken(const std::vector<NodeId>& chosen) override {
    if (!chosen.empty()) next_ = chosen.back() + 1;
  }
  bool archive(Archive& state) override {
    state(next_);
    return true;
  }

 private:
  NodeId next_ = 0;
};

}  // namespace

void add_select_round_robin(SelectionCatalogue& selections) {
  selections.add("round_robin", "the nodes in turn",
                 [](const PriorityRule&) { return std::make_unique<SelectRoundRobin>(); });
}

}  // namespace serving
}  // namespace gantry
