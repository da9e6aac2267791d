// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/task_scheduler.h"

#include <utility>

#include "gantry/scheduler/decomposer_base.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_base.h"
#include "gantry/scheduler/state_monitor_base.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_base.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace scheduler {

TaskScheduler::TaskScheduler(const TaskSchedulerConfig& config, SchedulerParts parts, TaskTable& tasks, JobTable& jobs,
                             const MemoryMap& memory, RecordSink& sink, BlockBuilder& blocks,
                             const std::optional<SchedulerData>& data)
    : tasks_(tasks),
      jobs_(jobs),
      links_(config.monitor->wakeups_per_cycle),
      head_of_line_(config.task_cache->queues()),
      register_file_(config.decomposer->slots),
      task_cache_(blocks.task_cache({*config.task_cache, *config.descriptor, tasks, memory, links_, head_of_line_})),
      decomposer_(blocks.decomposer({*config.decomposer, *config.task_cache, tasks, register_file_, links_,
                                     head_of_line_, config.monitor->early_registration})),
      monitor_(blocks.monitor({*config.monitor, tasks, jobs, links_, sink, config.dispatcher->max_retries})),
      directory_(data ? blocks.directory({*config.directory, data->table, jobs, data->stores, links_}) : nullptr),
      dispatcher_(blocks.dispatcher({*config.dispatcher, *config.descriptor, config.decomposer->slots, tasks, jobs,
                                     links_, sink, directory_.get(), config.monitor->job_timeout > 0},
                                    std::move(parts))),
      inlet_(*task_cache_, *monitor_) {
  inlet_.connect(directory_.get());
}

TaskScheduler::~TaskScheduler() = default;

void TaskScheduler::use_two_networks() { task_cache_->inbox().widen(2); }

void TaskScheduler::connect(Outlets outlets) {
  task_cache_->connect(outlets.memory);
  monitor_->connect(outlets.interrupts, outlets.host);
  dispatcher_->connect(std::move(outlets.jobs), std::move(outlets.processor_inlets));
}

SendListener& TaskScheduler::send_listener() { return *dispatcher_; }

}  // namespace scheduler
}  // namespace gantry
