// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/block_builder.h"

#include <utility>

#include "gantry/scheduler/data_directory.h"
#include "gantry/scheduler/decomposer.h"
#include "gantry/scheduler/dispatcher.h"
#include "gantry/scheduler/early_monitor.h"
#include "gantry/scheduler/state_monitor.h"
#include "gantry/scheduler/task_cache.h"

namespace gantry {
inline namespace scheduler {

std::unique_ptr<TaskCacheBase> BlockBuilder::task_cache(const TaskCacheParts& parts) {
  return std::make_unique<TaskCache>(parts);
}

std::unique_ptr<DecomposerBase> BlockBuilder::decomposer(const DecomposerParts& parts) {
  return std::make_unique<Decomposer>(parts);
}

std::unique_ptr<StateMonitorBase> BlockBuilder::monitor(const MonitorParts& parts) {
  if (parts.config.early_registration) return std::make_unique<EarlyMonitor>(parts);
  return std::make_unique<StateMonitor>(parts);
}

std::unique_ptr<DispatcherBase> BlockBuilder::dispatcher(const DispatcherParts& parts, SchedulerParts own) {
  return std::make_unique<Dispatcher>(parts, std::move(own));
}

std::unique_ptr<DataDirectoryBase> BlockBuilder::directory(const DirectoryParts& parts) {
  return std::make_unique<DataDirectory>(parts);
}

BlockBuilder& our_blocks() {
  static BlockBuilder ours;
  return ours;
}

}  // namespace scheduler
}  // namespace gantry
