// SPDX-License-Identifier: Apache-2.0
// Configuration of the task cache: the section `task_cache`. Every default is defined here only.
#pragma once

#include <cstdint>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

struct TaskCacheConfig {
  std::uint32_t capacity = 32;         ///< slots for descriptors, one of them reserved per queue: queues()..65536
  std::uint32_t queues_per_class = 1;  ///< rings of descriptors per class, chosen by the task's stream, 1..64
  std::uint32_t reads_in_flight = 8;   ///< most descriptor reads in flight per queue, 1..64
  std::uint32_t window = 1;            ///< most tasks of a queue that are visible to the decomposer, 1..256

  /// Number of queues of all classes.
  [[nodiscard]] std::uint32_t queues() const { return queues_per_class * static_cast<std::uint32_t>(kTaskClasses); }
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, TaskCacheConfig& cache);

}  // namespace scheduler
}  // namespace gantry
