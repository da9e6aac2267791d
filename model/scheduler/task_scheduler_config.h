// SPDX-License-Identifier: Apache-2.0
// The sections of the task scheduler. The header of a section stands beside its block.
#pragma once

#include "gantry/base/section.h"

namespace gantry {
inline namespace scheduler {

struct DescriptorConfig;
struct TaskCacheConfig;
struct DecomposerConfig;
struct MonitorConfig;
struct DispatcherConfig;

struct TaskSchedulerConfig {
  Section<DescriptorConfig> descriptor;
  Section<TaskCacheConfig> task_cache;
  Section<DecomposerConfig> decomposer;
  Section<MonitorConfig> monitor;
  Section<DispatcherConfig> dispatcher;
};

}  // namespace scheduler
}  // namespace gantry
