// SPDX-License-Identifier: Apache-2.0
// The configuration of a task scheduler: those of its blocks.
#pragma once

#include "gantry/scheduler/scheduler_config.h"

namespace gantry {
inline namespace scheduler {

/// The configuration of all blocks.
struct TaskSchedulerConfig {
  DescriptorConfig descriptor;
  TaskCacheConfig task_cache;
  DecomposerConfig decomposer;
  MonitorConfig monitor;
  DispatcherConfig dispatcher;
};

}  // namespace scheduler
}  // namespace gantry
