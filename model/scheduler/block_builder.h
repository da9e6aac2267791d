// SPDX-License-Identifier: Apache-2.0
// Which implementation stands for each block of a task scheduler: this builder makes ours. A builder derived from it
// puts others in their place, or listens beside ours (tb/pins).
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "gantry/scheduler/decomposer_base.h"
#include "gantry/scheduler/dispatcher_base.h"
#include "gantry/scheduler/state_monitor_base.h"
#include "gantry/scheduler/task_cache_base.h"

namespace gantry {
inline namespace scheduler {

class TaskScheduler;

/// Names of the blocks that a builder makes.
inline constexpr std::array<std::string_view, 4> kBuiltBlocks = {"task_cache", "decomposer", "monitor", "dispatcher"};

class BlockBuilder {
 public:
  virtual ~BlockBuilder() = default;
  [[nodiscard]] virtual std::unique_ptr<TaskCacheBase> task_cache(const TaskCacheParts& parts);
  [[nodiscard]] virtual std::unique_ptr<DecomposerBase> decomposer(const DecomposerParts& parts);
  [[nodiscard]] virtual std::unique_ptr<StateMonitorBase> monitor(const MonitorParts& parts);
  [[nodiscard]] virtual std::unique_ptr<DispatcherBase> dispatcher(const DispatcherParts& parts, SchedulerParts own);

  /// All blocks are built and connected, and have not begun.
  virtual void built(TaskScheduler& /*scheduler*/) {}
  /// The run is over, whose last cycle was `now`; called by the owner of the machine.
  virtual void finished(Cycle /*now*/) {}
};

/// Makes our blocks; it has no state.
[[nodiscard]] BlockBuilder& our_blocks();

}  // namespace scheduler
}  // namespace gantry
