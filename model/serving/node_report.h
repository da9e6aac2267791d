// SPDX-License-Identifier: Apache-2.0
// Reports of inference nodes to the scheduler. A message over the interconnect only names the node; its report waits in
// a queue here. Messages of one sender arrive in order, so the front of the queue belongs to the message.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/serving/node_state.h"

namespace gantry {
inline namespace serving {

struct NodeReport {
  std::uint64_t pending = 0;         ///< waiting requests
  std::uint64_t priority_tasks = 0;  ///< those of the priority type
  Cycle oldest = kNever;             ///< cycle since which the oldest one waits; kNever: none waits
  std::uint32_t completed = 0;       ///< batches that have ended since the report before
  bool ready = false;                ///< it can begin a batch again
};

/// Reports in transit, by node.
using NodeReports = std::vector<Ring<NodeReport>>;

}  // namespace serving
}  // namespace gantry
