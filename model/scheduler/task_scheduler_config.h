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
struct DirectoryConfig;

}  // namespace scheduler

extern template class Section<DescriptorConfig>;
extern template class Section<TaskCacheConfig>;
extern template class Section<DecomposerConfig>;
extern template class Section<MonitorConfig>;
extern template class Section<DispatcherConfig>;
extern template class Section<DirectoryConfig>;

inline namespace scheduler {

struct TaskSchedulerConfig {
  Section<DescriptorConfig> descriptor;
  Section<TaskCacheConfig> task_cache;
  Section<DecomposerConfig> decomposer;
  Section<MonitorConfig> monitor;
  Section<DispatcherConfig> dispatcher;
  Section<DirectoryConfig> directory;
};

}  // namespace scheduler
}  // namespace gantry
