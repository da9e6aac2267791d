// SPDX-License-Identifier: Apache-2.0
// Which edges of a graph are critical: the relations that source 000 [0050] wants to keep within one part.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"

namespace gantry::plan {

/// By edge number of the graph.
using CriticalEdges = std::vector<bool>;

/// Those that the workload marks.
CriticalEdges marked_edges(const Graph& graph);

/// Those on a longest path, the tasks' times and the transfer time of every edge included.
CriticalEdges longest_path_edges(const Graph& graph, const TransferCost& transfer);

/// The `count` edges with the most bytes; among equals the first in workload order.
CriticalEdges heaviest_edges(const Graph& graph, std::uint64_t count);

}  // namespace gantry::plan
