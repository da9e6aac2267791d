// SPDX-License-Identifier: Apache-2.0
// Builders of a task scheduler's blocks. The base class makes ours. Derived builders make other backends, or observe
// ours (tb/pins).
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

class DataDirectoryBase;
class DecomposerBase;
class DispatcherBase;
class StateMonitorBase;
class TaskCacheBase;
class TaskScheduler;
struct DecomposerParts;
struct DirectoryParts;
struct DispatcherParts;
struct MonitorParts;
struct SchedulerParts;
struct TaskCacheParts;

/// Names of the blocks that a builder makes.
inline constexpr std::array<std::string_view, 5> kBuiltBlocks = {"task_cache", "decomposer", "monitor", "dispatcher",
                                                                 "directory"};

class BlockBuilder {
 public:
  virtual ~BlockBuilder() = default;
  [[nodiscard]] virtual std::unique_ptr<TaskCacheBase> task_cache(const TaskCacheParts& parts);
  [[nodiscard]] virtual std::unique_ptr<DecomposerBase> decomposer(const DecomposerParts& parts);
  [[nodiscard]] virtual std::unique_ptr<StateMonitorBase> monitor(const MonitorParts& parts);
  [[nodiscard]] virtual std::unique_ptr<DispatcherBase> dispatcher(const DispatcherParts& parts, SchedulerParts own);
  /// Of a scheduler whose tasks have data.
  [[nodiscard]] virtual std::unique_ptr<DataDirectoryBase> directory(const DirectoryParts& parts);

  /// Notification: all blocks are built and connected, before cycle 0.
  virtual void built(TaskScheduler& /*scheduler*/) {}
  /// Notification from the owner of the machine: the run is over, `now` was its last cycle.
  virtual void finished(Cycle /*now*/) {}
  /// Writes the state of the observers that it made into a checkpoint, or reads it after that of the machine
  /// (gantry/base/archive.h). Returns false, and does nothing, if runs with them cannot be cut.
  virtual bool archive(Archive& /*state*/) { return true; }
};

/// Returns the builder of our blocks, which has no state.
[[nodiscard]] BlockBuilder& our_blocks();

}  // namespace scheduler
}  // namespace gantry
