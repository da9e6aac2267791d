// SPDX-License-Identifier: Apache-2.0
#include "gantry/serving/selection.h"

#include <algorithm>
#include <functional>

namespace gantry {
inline namespace serving {

std::uint64_t automatic_count(std::vector<Amount> compute, Amount rated) {
  std::sort(compute.begin(), compute.end(), std::greater<>());
  Amount sum = 0;
  std::uint64_t count = 0;
  for (const Amount amount : compute) {
    sum += amount;
    if (sum > rated) break;
    ++count;
  }
  return count;
}

std::vector<NodeId> select_nodes(SelectionPolicy& policy, const std::vector<NodeState>& nodes, const Rating& rated) {
  std::vector<NodeId> candidates;
  std::uint64_t places = 0;
  Amount compute = 0;
  for (NodeId n = 0; n < nodes.size(); ++n) {
    if (nodes[n].busy || nodes[n].held) {
      ++places;
      compute += nodes[n].compute;
    }
    if (!nodes[n].busy && nodes[n].pending > 0) candidates.push_back(n);
  }
  policy.order(nodes, candidates);
  std::size_t taken = 0;
  for (; taken < candidates.size(); ++taken) {
    const NodeState& node = nodes[candidates[taken]];
    if (node.held) continue;
    compute += node.compute;
    if (rated.count && places >= *rated.count) break;
    if (rated.compute && compute > *rated.compute) break;
    ++places;
  }
  candidates.resize(taken);
  policy.taken(candidates);
  return candidates;
}

}  // namespace serving
}  // namespace gantry
