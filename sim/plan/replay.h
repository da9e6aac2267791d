// SPDX-License-Identifier: Apache-2.0
// A plan made ready for one machine: which processors every task may use, and in which order tasks are submitted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/types.h"
#include "gantry/plan/plan.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// By task index.
struct Replay {
  std::vector<std::uint32_t> order;                  ///< of submission: planned start, planned finish, flow order
  std::vector<std::vector<ProcessorId>> processors;  ///< ascending, not empty but for event tasks
  /// The tasks that come last before this one on its processors: once they are registered, all that are planned before
  /// it there are. Without those of its own queue if that registers its tasks in the order of submission.
  std::vector<std::vector<std::uint32_t>> registered_before;
};

/// How long the plan says that a run of it takes: metric `predicted_cycles`, which counts what comes after the last
/// task, or else `makespan`.
std::optional<std::uint64_t> predicted_cycles(const plan::Plan& plan);

/// Processors of the plan are those of the machine, in its order; part p is its p-th cluster. Reports at `where` what
/// the machine cannot follow: a processor that it does not have, or that cannot run the task; a gang with more jobs
/// than its processors have places; a task placed not once; copies; co-location, which the plan already decides. For
/// an ideal replay, in which prediction and simulation agree, also tasks that were planned with other times than they
/// have on their processor.
std::optional<Replay> make_replay(const plan::Plan& plan, const Workload& workload, const Architecture& architecture,
                                  bool ideal, const SourcePosition& where, Diagnostics& diagnostics);

}  // namespace gantry
