// SPDX-License-Identifier: Apache-2.0
// How much every part of a partition may hold.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"

namespace gantry::plan {

struct Balance {
  std::vector<Time> loads;  ///< of the tasks: their times; all 1 if no task has one
  Time total = 0;
  Time smallest = 0;  ///< of a task
  Time largest = 0;
  std::vector<Time> limits;  ///< of the parts

  [[nodiscard]] Time least_limit() const;
  [[nodiscard]] Time most_limit() const;
  [[nodiscard]] bool alike() const { return least_limit() == most_limit(); }
};

/// All parts alike: floor((1 + imbalance) x ceil(total / parts)), never less than the largest task.
Balance make_balance(const Graph& graph, std::uint32_t parts, std::uint64_t imbalance_billionths);

/// Parts in proportion to their shares: floor((1 + imbalance) x ceil(total x share / all shares)), never less than the
/// largest task. Precondition: shares are above 0 and their sum is below 2^62.
Balance shared_balance(const Graph& graph, const std::vector<std::uint64_t>& shares,
                       std::uint64_t imbalance_billionths);

/// Parts that hold so much and no more.
Balance capacity_balance(const Graph& graph, std::vector<Time> capacities);

}  // namespace gantry::plan
