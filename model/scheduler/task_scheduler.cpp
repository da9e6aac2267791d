// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/task_scheduler.h"

#include <utility>

namespace gantry {
inline namespace scheduler {

TaskScheduler::TaskScheduler(const TaskSchedulerConfig& config, SchedulerParts parts, TaskTable& tasks, JobTable& jobs,
                             const MemoryMap& memory, RecordSink& sink)
    : tasks_(tasks),
      jobs_(jobs),
      head_of_line_(config.task_cache.queues()),
      task_cache_(config.task_cache, config.descriptor, tasks, memory, links_, head_of_line_),
      register_file_(config.decomposer.slots),
      decomposer_(config.decomposer, config.task_cache, tasks, register_file_, links_, head_of_line_),
      monitor_(config.monitor, tasks, jobs, links_, sink),
      dispatcher_(config.dispatcher, config.descriptor, config.decomposer.slots, std::move(parts.processors),
                  std::move(parts.picker), std::move(parts.choice), tasks, jobs, links_, sink),
      inlet_(task_cache_, monitor_) {}

void TaskScheduler::connect(Outlets outlets) {
  task_cache_.connect(outlets.memory);
  monitor_.connect(outlets.interrupts, outlets.host);
  dispatcher_.connect(std::move(outlets.jobs), std::move(outlets.processor_inlets));
}

}  // namespace scheduler
}  // namespace gantry
