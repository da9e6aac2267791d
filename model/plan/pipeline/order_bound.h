// SPDX-License-Identifier: Apache-2.0
// Lower bound of a partial choice of resources with a partial order, for the search over all of them (order_search.h).
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

/// Resource of a unit that has none yet.
inline constexpr std::uint32_t kNoResource = ~std::uint32_t{0};

/// Times that follow from a choice of resources. Where it is open, the shortest time counts and no transfer.
class ChosenTimes {
 public:
  /// `resource`: by unit, or kNoResource.
  ChosenTimes(const PipelineItems& items, const std::vector<std::uint32_t>& resource);

  [[nodiscard]] Time time(std::uint32_t item) const { return time_[item]; }
  /// Transfer time of an edge of the items.
  [[nodiscard]] Time transfer(std::uint32_t edge) const { return transfer_[edge]; }
  /// Least time from the end of an item to the end of the plan.
  [[nodiscard]] Time tail(std::uint32_t item) const { return tail_[item]; }

 private:
  std::vector<Time> time_;
  std::vector<Time> transfer_;
  std::vector<Time> tail_;
};

/// The operations that have run so far.
struct PartialOrder {
  std::vector<Time> finish;   ///< by item; of those that have run
  std::vector<bool> done;     ///< by item
  std::vector<Time> release;  ///< by resource: the end of the last one that has run there
};

/// Returns a lower bound of the makespan of all plans that continue the choice and the order. The operations that are
/// left on a resource run in sequence between their least start and their tail, and may be interrupted (Carlier 1982).
/// Together they also fit between the first start and the last end on all resources, if the makespan is below `below`:
/// otherwise the bound is `below`.
Time order_bound(const PipelineItems& items, const std::vector<std::uint32_t>& resource, const ChosenTimes& times,
                 const PartialOrder& so_far, Time below);

}  // namespace gantry::plan
