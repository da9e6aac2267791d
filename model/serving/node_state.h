// SPDX-License-Identifier: Apache-2.0
// State of the inference nodes for a decision, and the limits of a decision.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/serving/amount.h"

namespace gantry {
inline namespace serving {

/// Number of an inference node, from 0, in the order of the file.
using NodeId = std::uint32_t;

struct NodeState {
  std::uint64_t pending = 0;         ///< waiting requests, up to kMaxPending
  std::uint64_t priority_tasks = 0;  ///< waiting requests of the priority type
  Amount weight = 0;                 ///< importance, above 0
  Amount compute = 0;                ///< compute requirement while it serves a batch
  bool busy = false;                 ///< cannot begin a batch: from the decision to start it until it can again
  std::uint64_t batch_limit = 1;     ///< most requests of a batch
  Cycle oldest = kNever;             ///< cycle since which its oldest request waits; kNever: none waits
  bool held = false;  ///< serves a batch, though it may begin another one: it keeps its slot and its compute
};

inline constexpr std::uint64_t kMaxPending = 1000000000;

/// Limit on busy nodes. At least one member is set; both hold if both are.
struct Rating {
  std::optional<std::uint64_t> count;  ///< nodes, at least 1
  std::optional<Amount> compute;       ///< sum of their compute requirements
};

/// Returns the value of `count: auto`: the largest number of nodes that always fit, because those with the largest
/// requirements do. 0: the largest requirement alone is above `rated`.
std::uint64_t automatic_count(std::vector<Amount> compute, Amount rated);

}  // namespace serving
}  // namespace gantry
