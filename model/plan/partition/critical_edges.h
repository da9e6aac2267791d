// SPDX-License-Identifier: Apache-2.0
// Critical edges: relations that should stay within one part (source 000 [0050]).
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"

namespace gantry::plan {

/// By edge number of the graph.
using CriticalEdges = std::vector<bool>;

/// Returns the edges that the workload marks.
CriticalEdges marked_edges(const Graph& graph);

/// Returns the edges on a longest path, with tasks' times and transfers.
CriticalEdges longest_path_edges(const Graph& graph, const TransferCost& transfer);

/// Returns the `count` edges with the most bytes; the first in workload order wins a tie.
CriticalEdges heaviest_edges(const Graph& graph, std::uint64_t count);

}  // namespace gantry::plan
