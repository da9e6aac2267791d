// SPDX-License-Identifier: Apache-2.0
// Values of a block's constants at its pins, from a configuration.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/task_scheduler.h"
#include "pins/directory_pins.h"
#include "pins/dispatcher_pins.h"

namespace gantry {

/// The configurations that the names of BlockPins::config refer to.
struct BlockConfig {
  TaskSchedulerConfig scheduler;
  BurstRules bursts;  ///< bursts of the memory
  std::uint32_t ring_entries = 0;
  std::vector<pins::Processor> processors = {};
  std::string picker = {};
  std::string choice = {};
  std::uint32_t stores = 0;
  std::vector<pins::Distance> distances = {};
  bool data = false;             ///< tasks have data objects
  bool read_errors = false;      ///< memory may answer reads with errors
  bool stores_die = false;       ///< local stores may die, so that jobs fail
  std::uint64_t most_parts = 0;  ///< longest list of parts of a job
};
/// Returns why the pins cannot represent the configuration; nothing: they can.
[[nodiscard]] std::optional<Diagnostic> beyond_pins(const BlockPins& pins, const BlockConfig& config);
/// Returns the constants and the table (PinLayout::config). Precondition: beyond_pins returned nothing.
[[nodiscard]] std::vector<std::uint32_t> block_config(const BlockPins& pins, const BlockConfig& config);

}  // namespace gantry
