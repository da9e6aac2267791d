// SPDX-License-Identifier: Apache-2.0
// The constant values of the device's identification registers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/task_scheduler_config.h"

namespace gantry {
inline namespace device {

/// The values; task_scheduler_regs.h defines the registers.
struct DeviceFacts {
  /// The processors of one type.
  struct Type {
    std::uint32_t processors = 0;      ///< their number
    std::uint32_t places = 0;          ///< sum of their queue depths
    std::uint32_t least_depth = 0;     ///< smallest queue depth
    std::uint32_t most_depth = 0;      ///< largest queue depth
    std::uint64_t most_job_bytes = 0;  ///< largest job that one of them takes
    bool dma = false;                  ///< jobs without a type mask do not run on this type
  };

  ClassQueues queues;
  std::uint32_t processors = 0;
  std::uint32_t predecessors = 0;       ///< predecessors within a descriptor's full bytes
  std::uint32_t full_bytes = 0;         ///< bytes of a descriptor without further predecessors
  std::uint32_t completion_window = 0;  ///< MonitorConfig::completion_window
  std::uint32_t cached_tasks = 0;       ///< TaskCacheConfig::capacity
  std::uint32_t cache_window = 0;       ///< TaskCacheConfig::window
  std::uint32_t slots = 0;              ///< decomposer slots
  bool gang = false;                    ///< dispatcher.mode is gang
  bool at_once = false;                 ///< dispatcher.match_against is idle or reserve: a match needs a free slot
  std::uint64_t in_time = 0;            ///< most jobs of a gang that can be matched within match_timeout
  std::vector<Type> types;

  /// Returns the value of the identification register at this offset, a multiple of 8; nothing: there is none.
  [[nodiscard]] std::optional<std::uint64_t> value_at(std::uint64_t offset) const;

 private:
  [[nodiscard]] std::uint64_t matching() const;
};

/// Returns the values for a configuration.
[[nodiscard]] DeviceFacts device_facts(const TaskSchedulerConfig& scheduler,
                                       const std::vector<ProcessorInfo>& processors);

}  // namespace device
}  // namespace gantry
