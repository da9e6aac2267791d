// SPDX-License-Identifier: Apache-2.0
// The critical path of an event: back from it, always to the event that was waited for last. That of the last interrupt
// is the critical path of the run.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gantry/explain/cause_graph.h"

namespace gantry {
inline namespace explain {

/// An interval of the path, at least one cycle long.
struct PathStep {
  Cycle from = 0;  ///< first cycle
  Cycle to = 0;    ///< cycle after the last one
  Cause cause = Cause::host;
  Event awaited;          ///< event that was waited for; begin beyond the kept records
  Event event;            ///< event that waited
  bool own_time = false;  ///< time of the block itself, after `awaited`
};

struct CriticalPath {
  std::vector<PathStep> steps;  ///< from the first cycle to the end without gaps, in order; empty: no task has ended
  std::array<Cycle, kCauses> causes{};  ///< by cause: cycles of its steps
  /// By cause: cycles in which an event of the path was ready except for this cause. Each cycle counts once per cause.
  /// The entries do not sum to a total, because an event may wait for several causes.
  std::array<Cycle, kCauses> held{};
};

/// Returns the path from cycle `since` to an event, which has happened.
[[nodiscard]] CriticalPath path_to(const CauseGraph& graph, Event event, Cycle since);
/// Returns the path of the run.
[[nodiscard]] CriticalPath critical_path(const CauseGraph& graph);

/// Returns the slack of each task in the history: cycles by which any step of it may grow before the end moves. The
/// minimum over the steps of the task and its jobs. 0: on a critical path.
[[nodiscard]] std::vector<Cycle> task_slack(const CauseGraph& graph);

/// Returns the slack of each event, by CauseGraph::index(). kNever: the event has not happened.
[[nodiscard]] std::vector<Cycle> event_slack(const CauseGraph& graph);

}  // namespace explain
}  // namespace gantry
