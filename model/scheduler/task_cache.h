// SPDX-License-Identifier: Apache-2.0
// The task cache. It reads descriptors ahead from the queues in global memory, several at a time, while head and tail
// differ and it has capacity. It shows the first tasks of each queue to the decomposer. Source 004 [0051],
// [0139]-[0140].
#pragma once

#include "gantry/scheduler/task_cache_base.h"

namespace gantry {
inline namespace scheduler {

class TaskCache final : public TaskCacheBase {
  template <class>
  friend struct gantry::Archived;

 public:
  explicit TaskCache(const TaskCacheParts& parts) : TaskCacheBase(parts) {}

 protected:
  Cycle step(Cycle now) override;

 private:
  /// Starts at most one read of a descriptor in this cycle.
  void read_ahead(Cycle now);
  /// Sends the next cached task of the queue to the decomposer, if it may be visible.
  void show(QueueId id, Cycle now);
  [[nodiscard]] bool may_show(const Queue& queue) const;
  [[nodiscard]] bool wants_read(QueueId id) const;

  QueueId next_queue_ = 0;  ///< round-robin pointer of reads
};

}  // namespace scheduler
}  // namespace gantry
