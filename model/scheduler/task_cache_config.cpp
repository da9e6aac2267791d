// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/task_cache_config.h"

#include "gantry/base/keys.h"
#include "gantry/base/section_code.h"
#include "gantry/scheduler/task_scheduler_config.h"

namespace gantry {
inline namespace scheduler {

void describe(KeyVisitor& keys, TaskCacheConfig& cache) {
  keys.number("capacity", cache.capacity, {5, 65536}, "descriptors", "one of them reserved per queue");
  keys.number("queues_per_class", cache.queues_per_class, {1, 64}, "",
              "rings of descriptors of each class; a task takes the one of number `stream` mod this");
  keys.number("reads_in_flight", cache.reads_in_flight, {1, 64}, "",
              "descriptor reads under way, per queue; not used with `host.push`");
  keys.number("window", cache.window, {1, 256}, "tasks",
              "visible at the head of a queue; the oldest with completed predecessors registers first");
}

}  // namespace scheduler

template class Section<TaskCacheConfig>;

}  // namespace gantry
