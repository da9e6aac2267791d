// SPDX-License-Identifier: Apache-2.0
// When the tasks of a partition run, each part as one processor: what a plan needs beside the parts, since whoever
// submits its tasks has to put them in some order.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"
#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

/// List scheduling in time: an idle part takes, of its tasks whose data is there, the one with the longest path to the
/// end (times, and transfers between parts), then the earlier of the workload. `part`: by task, below `parts`.
Schedule schedule_parts(const Graph& graph, const std::vector<std::uint32_t>& part, std::uint32_t parts,
                        const TransferCost& transfer);

}  // namespace gantry::plan
