// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/balance.h"

#include <algorithm>
#include <utility>

#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

/// Loads, their total, smallest and largest.
Balance weigh(const Graph& graph) {
  Balance balance;
  balance.loads = graph.times();
  if (std::all_of(balance.loads.begin(), balance.loads.end(), [](Time time) { return time == 0; })) {
    std::fill(balance.loads.begin(), balance.loads.end(), Time{1});
  }
  balance.smallest = kLongest;
  for (const Time load : balance.loads) {
    balance.smallest = std::min(balance.smallest, load);
    balance.total = add(balance.total, load);
    balance.largest = std::max(balance.largest, load);
  }
  return balance;
}

/// Returns a part's share of the load plus its allowed excess.
Time limit_of(const Balance& balance, Wide share, std::uint64_t imbalance_billionths) {
  const Wide limit = share + share * imbalance_billionths / kBillion;
  return std::max(balance.largest, limit < kLongest ? static_cast<Time>(limit) : kLongest);
}

}  // namespace

Time Balance::least_limit() const { return *std::min_element(limits.begin(), limits.end()); }
Time Balance::most_limit() const { return *std::max_element(limits.begin(), limits.end()); }

Balance make_balance(const Graph& graph, std::uint32_t parts, std::uint64_t imbalance_billionths) {
  return shared_balance(graph, std::vector<std::uint64_t>(parts, 1), imbalance_billionths);
}

Balance shared_balance(const Graph& graph, const std::vector<std::uint64_t>& shares,
                       std::uint64_t imbalance_billionths) {
  Balance balance = weigh(graph);
  Wide all = 0;
  for (const std::uint64_t share : shares) all += share;
  for (const std::uint64_t share : shares) {
    const Wide load = (Wide{balance.total} * share + all - 1) / std::max<Wide>(all, 1);
    balance.limits.push_back(limit_of(balance, load, imbalance_billionths));
  }
  return balance;
}

Balance capacity_balance(const Graph& graph, std::vector<Time> capacities) {
  Balance balance = weigh(graph);
  balance.limits = std::move(capacities);
  return balance;
}

}  // namespace gantry::plan
