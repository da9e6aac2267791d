// SPDX-License-Identifier: Apache-2.0
// Every choice of resources and every order of a small model under makespan, by branch and bound: exact where the
// linear program's relaxation, which knows no order, leaves a gap. Resources are chosen unit by unit, then the
// operations are put in order. Symmetries (resources that are alike, subtasks that use the same resources) are searched
// once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "gantry/plan/pipeline/evaluator.h"

namespace gantry::plan {

struct OrderSearchLimits {
  std::uint64_t nodes = 200000;  ///< most partial choices and orders that are bounded
  std::function<bool()> ended;   ///< returns true to end the search; may be empty
};

struct OrderSearchResult {
  std::optional<PipelinePoint> better;  ///< the best plan found below the given makespan
  bool complete = false;                ///< whether no other plan is below `better`, or else below the given makespan
  std::uint64_t nodes = 0;
};

/// Most items of a model that can be searched, and most pairs of unit and resource.
inline constexpr std::uint32_t kMostSearchedItems = 64;
inline constexpr std::uint64_t kMostSearchedChoices = 64;

/// Searches for a plan with a makespan below `below`. Preconditions: the objective is the makespan; at most
/// kMostSearchedItems items.
OrderSearchResult search_orders(const PipelineItems& items, Time below, const OrderSearchLimits& limits);

}  // namespace gantry::plan
