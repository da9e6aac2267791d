// SPDX-License-Identifier: Apache-2.0
// Turns the bytes of descriptors into tasks, and refuses what is none: nothing that stands in memory can bring the
// scheduler's blocks into a state that its own host could not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/device/descriptor_codec.h"
#include "gantry/device/device_errors.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace device {

/// Which task numbers have been given out: each once, within a window from the oldest unfinished task on.
class TaskNumbers {
 public:
  explicit TaskNumbers(std::uint32_t window) : window_(window), taken_(make_bit_set(window)) {}
  /// The 64-bit number that has `number` as its lower half; nothing if it is not to be had.
  std::optional<std::uint64_t> take(std::uint32_t number, std::uint64_t oldest);

 private:
  std::uint64_t window_;
  BitSet taken_;
  std::uint64_t cleared_to_ = 0;  ///< no number before it has a bit
};

class DescriptorIntake {
 public:
  struct Config {
    DescriptorLayout layout;
    DispatcherConfig dispatcher;
    ClassQueues queues;
    std::uint32_t completion_window = 0;
  };
  /// Processors, tables and errors outlive it.
  DescriptorIntake(const Config& config, const ProcessorTable& processors, TaskTable& tasks, DeviceErrors& errors)
      : config_(config), processors_(processors), tasks_(tasks), errors_(errors), numbers_(config.completion_window) {}

  enum class Outcome : std::uint8_t {
    task,     ///< runs
    dropped,  ///< has a number, and is to be recorded as done
    skipped   ///< has not even that
  };
  struct Taken {
    Outcome outcome = Outcome::skipped;
    TaskRef task = kNone;  ///< unless skipped
  };
  /// Where a descriptor stands, and when it was read.
  struct Place {
    QueueId queue = 0;
    std::uint64_t position = 0;
    Cycle now = 0;
    TaskRef task = kNone;                                 ///< that it already has; kNone: it gets one
    std::optional<gantry_ts_error> wrong = std::nullopt;  ///< and its predecessors are not there
  };
  /// `bytes` are a whole descriptor; `oldest`: number of the oldest unfinished task.
  Taken take(const Place& place, const std::vector<std::uint8_t>& bytes, std::uint64_t oldest);

  [[nodiscard]] const DescriptorLayout& layout() const { return config_.layout; }

 private:
  /// What is wrong with it; nothing: it can run. Fills `task`.
  std::optional<gantry_ts_error> check(const DescriptorFields& fields, QueueId queue, std::uint64_t number,
                                       Task& task) const;

  Config config_;
  const ProcessorTable& processors_;
  TaskTable& tasks_;
  DeviceErrors& errors_;
  TaskNumbers numbers_;
};

}  // namespace device
}  // namespace gantry
