// SPDX-License-Identifier: Apache-2.0
// Queues of descriptors: the same number for each task class, so that submitters do not block each other. Host, task
// cache, decomposer and monitor use the same numbers.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

/// Number of a queue, class by class.
using QueueId = std::uint32_t;

struct ClassQueues {
  std::uint32_t per_class = 1;  ///< queues of each class, at least 1

  /// Number of queues of all classes.
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(kTaskClasses) * per_class; }
  /// The queue of a stream's tasks of a class. Streams with equal stream % per_class share it.
  [[nodiscard]] QueueId of(TaskClass cls, std::uint32_t stream) const {
    return static_cast<QueueId>(index(cls)) * per_class + stream % per_class;
  }
  [[nodiscard]] TaskClass cls(QueueId queue) const {
    return static_cast<TaskClass>(per_class == 1 ? queue : queue / per_class);
  }
  /// Returns "block", or "block_1" if a class has several queues.
  [[nodiscard]] std::string name(QueueId queue) const {
    const std::string cls_name(gantry::name(cls(queue)));
    return per_class == 1 ? cls_name : cls_name + '_' + std::to_string(queue % per_class);
  }
};

}  // namespace scheduler
}  // namespace gantry
