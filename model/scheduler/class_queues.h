// SPDX-License-Identifier: Apache-2.0
// The queues of descriptors: as many for each task class, so that those who submit do not block each other. Host, task
// cache, decomposer and monitor mean the same queue by its number.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

/// Numbered class by class.
using QueueId = std::uint32_t;

struct ClassQueues {
  std::uint32_t per_class = 1;

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(kTaskClasses) * per_class; }
  [[nodiscard]] QueueId of(TaskClass cls, std::uint32_t stream) const {
    return static_cast<QueueId>(index(cls)) * per_class + stream % per_class;
  }
  [[nodiscard]] TaskClass cls(QueueId queue) const {
    return static_cast<TaskClass>(per_class == 1 ? queue : queue / per_class);
  }
  /// "block", or of several "block_1".
  [[nodiscard]] std::string name(QueueId queue) const {
    const std::string cls_name(gantry::name(cls(queue)));
    return per_class == 1 ? cls_name : cls_name + '_' + std::to_string(queue % per_class);
  }
};

}  // namespace scheduler
}  // namespace gantry
