// SPDX-License-Identifier: Apache-2.0
// Loads and limits of the parts of a partition.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"

namespace gantry::plan {

struct Balance {
  std::vector<Time> loads;  ///< by task: its time; all 1 if no task has a time
  Time total = 0;
  Time smallest = 0;  ///< smallest load of a task
  Time largest = 0;
  std::vector<Time> limits;  ///< by part: largest load; at least one part

  [[nodiscard]] Time least_limit() const;
  [[nodiscard]] Time most_limit() const;
  [[nodiscard]] bool alike() const { return least_limit() == most_limit(); }
};

/// Equal parts: floor((1 + imbalance) x ceil(total / parts)), at least the largest task.
Balance make_balance(const Graph& graph, std::uint32_t parts, std::uint64_t imbalance_billionths);

/// Parts in proportion to shares: floor((1 + imbalance) x ceil(total x share / all shares)), at least the largest task.
/// Precondition: shares are above 0, and their sum is below 2^62.
Balance shared_balance(const Graph& graph, const std::vector<std::uint64_t>& shares,
                       std::uint64_t imbalance_billionths);

/// Parts with fixed capacities, which are the limits, even if a task exceeds them.
Balance capacity_balance(const Graph& graph, std::vector<Time> capacities);

}  // namespace gantry::plan
