// SPDX-License-Identifier: Apache-2.0
// What the identification registers of the device tell: nothing of it ever changes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/task_scheduler.h"

namespace gantry {
inline namespace device {

struct DeviceFacts {
  /// Of the processors of one type.
  struct Type {
    std::uint32_t processors = 0;
    std::uint32_t places = 0;  ///< sum of their queues' depths
    std::uint32_t least_depth = 0;
    std::uint32_t most_depth = 0;
    std::uint64_t most_job_bytes = 0;
    bool dma = false;
  };

  ClassQueues queues;
  std::uint32_t processors = 0;
  std::uint32_t predecessors = 0;
  std::uint32_t full_bytes = 0;
  std::uint32_t completion_window = 0;
  std::uint32_t cached_tasks = 0;
  std::uint32_t cache_window = 0;
  std::uint32_t slots = 0;
  bool gang = false;
  bool at_once = false;       ///< matched against idle processors
  std::uint64_t in_time = 0;  ///< jobs that can be matched until the time is up
  std::vector<Type> types;

  /// Of a register that tells some of it; nothing: it is none of them. Offsets are multiples of 8.
  [[nodiscard]] std::optional<std::uint64_t> value_at(std::uint64_t offset) const;

 private:
  [[nodiscard]] std::uint64_t matching() const;
};

[[nodiscard]] DeviceFacts device_facts(const TaskSchedulerConfig& scheduler,
                                       const std::vector<ProcessorInfo>& processors);

}  // namespace device
}  // namespace gantry
