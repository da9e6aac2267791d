// SPDX-License-Identifier: Apache-2.0
// Schedule of a partition, with each part as one processor. A plan needs it to submit the tasks in some order.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"
#include "gantry/plan/schedule.h"

namespace gantry::plan {

/// List scheduling in time. An idle part takes, of its tasks with data, the one with the longest path to the end
/// (times, and transfers between parts), then the earlier in the workload. `part`: by task, below `parts`.
Schedule schedule_parts(const Graph& graph, const std::vector<std::uint32_t>& part, std::uint32_t parts,
                        const TransferCost& transfer);

}  // namespace gantry::plan
