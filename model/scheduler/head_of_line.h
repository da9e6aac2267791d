// SPDX-License-Identifier: Apache-2.0
// Head-of-line stalls: cycles in which all tasks that a queue shows wait for predecessors while more tasks of the queue
// are cached. The decomposer knows the first condition, the task cache the second, and no block acts on both. So each
// block writes its condition here, and no wire of the hardware is spent on a statistic.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/kernel/gauge.h"
#include "gantry/scheduler/class_queues.h"

namespace gantry {
inline namespace scheduler {

class HeadOfLine {
  template <class>
  friend struct gantry::Archived;

 public:
  explicit HeadOfLine(std::uint32_t queues) : queues_(queues) {}

  /// `stall` is 1 while both conditions of the queue hold. Before the first cycle; a queue without it is not counted.
  void count(QueueId id, Gauge& stall) { queues_[id].stall = &stall; }

  /// The queue shows at least one task, and all that it shows wait for predecessors. Written by the decomposer.
  void set_all_wait(QueueId id, bool all_wait, Cycle now) {
    Queue& queue = queues_[id];
    if (all_wait == queue.all_wait) return;
    queue.all_wait = all_wait;
    update(queue, now);
  }
  /// The queue has cached tasks that it does not show. Written by the task cache.
  void set_more_cached(QueueId id, bool more_cached, Cycle now) {
    Queue& queue = queues_[id];
    queue.more_cached = more_cached;
    update(queue, now);
  }

 private:
  struct Queue {
    bool all_wait = false;
    bool more_cached = false;
    Gauge* stall = nullptr;
  };
  static void update(const Queue& queue, Cycle now) {
    if (queue.stall != nullptr) queue.stall->set(now, queue.all_wait && queue.more_cached ? 1 : 0);
  }

  std::vector<Queue> queues_;
};

}  // namespace scheduler
}  // namespace gantry
