// SPDX-License-Identifier: Apache-2.0
// What a decision sees of the inference nodes, and what it has to keep within.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/serving/amount.h"

namespace gantry {
inline namespace serving {

/// Inference nodes are numbered from 0 in the order of their file.
using NodeId = std::uint32_t;

struct NodeState {
  std::uint64_t pending = 0;         ///< requests that wait, up to kMaxPending
  std::uint64_t priority_tasks = 0;  ///< those of the priority type among them
  Amount weight = 0;                 ///< importance, above 0
  Amount compute = 0;                ///< while it serves a batch
  bool busy = false;
  std::uint64_t batch_limit = 1;
  Cycle oldest = kNever;  ///< since when the request waits that has waited longest
};

inline constexpr std::uint64_t kMaxPending = 1000000000;

/// How much may be busy at the same time. At least one is set; if both are, both hold.
struct Rating {
  std::optional<std::uint64_t> count;  ///< nodes, from 1
  std::optional<Amount> compute;       ///< sum of their compute
};

/// `count: auto`: the largest number of nodes of which any choice fits, since the largest requirements do.
std::uint64_t automatic_count(std::vector<Amount> compute, Amount rated);

}  // namespace serving
}  // namespace gantry
