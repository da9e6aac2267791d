// SPDX-License-Identifier: Apache-2.0
// Feasibility of matching: whether a task's jobs can ever be matched. A scheduler with foreign tasks checks it before
// it accepts a task.
#pragma once

#include "gantry/scheduler/processor_table.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace scheduler {

struct DispatcherConfig;

enum class Matchable : std::uint8_t {
  yes,
  no_processor,   ///< no processor takes jobs of this type and size, or a required cluster has none
  too_many_jobs,  ///< more jobs than can be matched at once, or in time
  too_few_jobs    ///< fewer jobs than clusters
};

/// Returns whether the task can be matched on a scheduler whose processors are all free. An event task always can.
/// Task::processors is not considered. Precondition: types of the task are below count_types(), or kAnyType.
[[nodiscard]] Matchable matchable(const Task& task, const ProcessorTable& processors,
                                  const DispatcherConfig& dispatcher);

/// Fills `set` with the processors that may run the task's jobs, by type, size and plan (Task::processors).
/// Preconditions: those of matchable(), and `set` has the size of the sets of `processors`.
void find_capable(const Task& task, const ProcessorTable& processors, ProcessorSet& set);

}  // namespace scheduler
}  // namespace gantry
