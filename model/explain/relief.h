// SPDX-License-Identifier: Apache-2.0
// Upper bounds of what a run could gain if a cause took no time and delayed nothing, with its decisions unchanged: the
// longest path of the graph of causes without that cause. A run with new decisions may gain more or lose
// (docs/explaining.md).
#pragma once

#include <vector>

#include "gantry/explain/cause_graph.h"
#include "gantry/explain/relief_table.h"

namespace gantry {
inline namespace explain {

/// Returns the cycles of events without each entry of kReliefTable. What was before CauseGraph::known_from() stays.
[[nodiscard]] std::vector<Relieved> relieved(const CauseGraph& graph, const std::vector<Event>& events);
/// Returns those of the end of the run.
[[nodiscard]] Relieved relieved(const CauseGraph& graph);

}  // namespace explain
}  // namespace gantry
