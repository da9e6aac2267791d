// SPDX-License-Identifier: Apache-2.0
// Conversion of descriptors into tasks. It refuses wrong ones, so that no content of memory can bring the scheduler's
// blocks into a state that the machine's own host could not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/device/descriptor_codec.h"
#include "gantry/device/device_errors.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {
struct DispatcherConfig;
}
}  // namespace gantry

namespace gantry {
inline namespace device {

/// Task numbers in use: each once, within a window from the oldest unfinished task on.
class TaskNumbers {
 public:
  explicit TaskNumbers(std::uint32_t window) : window_(window), taken_(make_bit_set(window)) {}
  /// Takes the 64-bit number with `number` as its lower half; nothing if it is taken or outside the window.
  std::optional<std::uint64_t> take(std::uint32_t number, std::uint64_t oldest);

 private:
  std::uint64_t window_;
  BitSet taken_;
  std::uint64_t cleared_to_ = 0;  ///< no earlier number has a bit
};

class DescriptorIntake {
 public:
  struct Config {
    DescriptorLayout layout;
    const DispatcherConfig& dispatcher;  ///< outlives it
    ClassQueues queues;
    std::uint32_t completion_window = 0;
  };
  /// Processors, tables and errors must outlive it.
  DescriptorIntake(const Config& config, const ProcessorTable& processors, TaskTable& tasks, DeviceErrors& errors)
      : config_(config), processors_(processors), tasks_(tasks), errors_(errors), numbers_(config.completion_window) {}

  enum class Outcome : std::uint8_t {
    task,     ///< accepted: the task runs
    dropped,  ///< wrong, with a number: to be recorded as completed
    skipped   ///< wrong, and without a valid number
  };
  struct Taken {
    Outcome outcome = Outcome::skipped;
    TaskRef task = kNone;  ///< kNone: skipped
  };
  /// Position of a descriptor, and the cycle in which it was read.
  struct Place {
    QueueId queue = 0;
    std::uint64_t position = 0;
    Cycle now = 0;
    TaskRef task = kNone;                                 ///< its task, if it has one already; kNone: it gets one
    std::optional<gantry_ts_error> wrong = std::nullopt;  ///< error, if its predecessors could not be read
  };
  /// Takes a complete descriptor. `oldest`: number of the oldest unfinished task.
  Taken take(const Place& place, const std::vector<std::uint8_t>& bytes, std::uint64_t oldest);

  [[nodiscard]] const DescriptorLayout& layout() const { return config_.layout; }

 private:
  /// Returns what is wrong with a descriptor; nothing: it can run. Fills `task`.
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
