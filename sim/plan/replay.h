// SPDX-License-Identifier: Apache-2.0
// A plan prepared for one machine: the processors that each task may use, and the order of submission.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/types.h"
#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"

namespace gantry {

inline namespace platform {
struct Architecture;
}  // namespace platform

/// Vectors by task index.
struct Replay {
  std::vector<std::uint32_t>
      order;  ///< task indices in order of submission: by planned start, planned finish, flow order
  std::vector<std::vector<ProcessorId>> processors;  ///< processors of each task, ascending; empty only for event tasks
  /// The last tasks planned before this one on its processors. When they are registered, so are all tasks planned
  /// before it there. Tasks of its own queue are left out if the queue registers its tasks in order of submission.
  std::vector<std::vector<std::uint32_t>> registered_before;
};

/// Returns the run's length predicted by the plan: metric `predicted_cycles`, which includes the end of the last task,
/// or else `makespan`.
/// task, or else `makespan`.
std::optional<std::uint64_t> predicted_cycles(const plan::Plan& plan);

/// Maps the plan's processors to those of the machine in order; part p is the p-th cluster. Reports at `where` what the
/// machine cannot do: an unknown processor, or one that cannot run the task; a gang with more jobs than slots; a task
/// that is not placed exactly once; copies; co-location, which the plan already decides. For an ideal replay, in which
/// prediction and simulation agree, also tasks planned with other times than theirs.
std::optional<Replay> make_replay(const plan::Plan& plan, const Workload& workload, const Architecture& architecture,
                                  bool ideal, const SourcePosition& where, Diagnostics& diagnostics);

}  // namespace gantry
