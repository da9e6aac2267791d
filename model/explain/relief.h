// SPDX-License-Identifier: Apache-2.0
// Upper bounds of what a run could gain if a cause took no time and delayed nothing, with its decisions unchanged: the
// longest path of the graph of causes without that cause. A run with new decisions may gain more or lose
// (docs/explaining.md).
#pragma once

#include <array>

#include "gantry/explain/cause_graph.h"
#include "gantry/explain/relief_table.h"

namespace gantry {
inline namespace explain {

/// Returns the cycles of the run without each entry of kReliefTable. Precondition: a complete history with all records.
[[nodiscard]] std::array<Cycle, kReliefs> relieved(const CauseGraph& graph);

}  // namespace explain
}  // namespace gantry
