// SPDX-License-Identifier: Apache-2.0
// Whether a task's jobs can ever be matched, however long it waits: what a scheduler whose tasks come from somebody
// else's memory has to know before it takes one.
#pragma once

#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace scheduler {

enum class Matchable : std::uint8_t {
  yes,
  no_processor,   ///< none takes jobs of this type and size, or a cluster that needs one has none
  too_many_jobs,  ///< more than can be matched at once, or in the time that there is
  too_few_jobs    ///< for every cluster to get one
};

[[nodiscard]] Matchable matchable(const Task& task, const ProcessorTable& processors,
                                  const DispatcherConfig& dispatcher);

/// Processors that may run the task's jobs, by type and size. `set` has a bit for each processor.
void find_capable(const Task& task, const ProcessorTable& processors, ProcessorSet& set);

}  // namespace scheduler
}  // namespace gantry
