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
  too_few_jobs,   ///< fewer jobs than clusters
  different_jobs  ///< jobs that different processors take, where a class has a co-location rule
};

/// Returns whether the task can be matched on a scheduler whose processors are all free. An event task always can.
/// Task::processors is not considered. Jobs of a gang that different processors take are matched in their order, each
/// with any processor; too_many_jobs also if a later one could find all of its places taken by those before it.
/// Precondition: types of the task are below count_types(), or kAnyType.
[[nodiscard]] Matchable matchable(const Task& task, const ProcessorTable& processors,
                                  const DispatcherConfig& dispatcher);

/// Fills `set` with the processors that may run jobs of the task of this shape, by type, size and plan
/// (Task::processors). Preconditions: those of matchable(), and `set` has the size of the sets of `processors`.
void find_capable(const JobShape& shape, const Task& task, const ProcessorTable& processors, ProcessorSet& set);

}  // namespace scheduler
}  // namespace gantry
