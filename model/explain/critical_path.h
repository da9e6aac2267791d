// SPDX-License-Identifier: Apache-2.0
// The critical path of a run: from its last interrupt always back to the last thing that an event waited for, to cycle
// 0.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gantry/explain/cause_graph.h"

namespace gantry {
inline namespace explain {

/// A stretch of the path, of at least a cycle.
struct PathStep {
  Cycle from = 0;
  Cycle to = 0;
  Cause cause = Cause::host;
  Event awaited;          ///< what was waited for; begin where the records do not reach
  Event event;            ///< what waited
  bool own_time = false;  ///< behind what was awaited: the block's own
};

struct CriticalPath {
  std::vector<PathStep> steps;  ///< without gap or overlap from cycle 0 to the end, in order; empty: no task has ended
  std::array<Cycle, kCauses> causes{};
  /// Cycles in which something of the path could have gone on, for all that is its task's own, and waited for others:
  /// by what it waited for, each cycle counted once. They do not sum to anything: many things wait at a time.
  std::array<Cycle, kCauses> held{};
};

[[nodiscard]] CriticalPath critical_path(const CauseGraph& graph);

/// How far each step of each task may grow, alone and by cycle, before the graph's end moves; the smallest over what
/// the task and its jobs do. By place in the history's tasks. 0: on a critical path.
[[nodiscard]] std::vector<Cycle> task_slack(const CauseGraph& graph);

/// The same by event, for who wants all of it: CauseGraph::index. kNever: it has not happened.
[[nodiscard]] std::vector<Cycle> event_slack(const CauseGraph& graph);

}  // namespace explain
}  // namespace gantry
