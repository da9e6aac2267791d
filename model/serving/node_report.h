// SPDX-License-Identifier: Apache-2.0
// What inference nodes tell the scheduler. The messages over the interconnect only name the node; their content waits
// here, since messages of one sender arrive in the order in which they were sent.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/serving/node_state.h"

namespace gantry {
inline namespace serving {

struct NodeReport {
  std::uint64_t pending = 0;
  std::uint64_t priority_tasks = 0;
  Cycle oldest = kNever;
  bool completed = false;  ///< the batch that it served has ended
};

/// Reports under way, by node.
using NodeReports = std::vector<Ring<NodeReport>>;

}  // namespace serving
}  // namespace gantry
