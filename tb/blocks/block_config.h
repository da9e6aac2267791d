// SPDX-License-Identifier: Apache-2.0
// The constants of a configuration that a block has at its pins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/task_scheduler.h"
#include "pins/dispatcher_pins.h"

namespace gantry {

/// What the numbers that BlockPins::config names are taken from.
struct BlockConfig {
  TaskSchedulerConfig scheduler;
  BurstRules bursts;  ///< of memory
  std::uint32_t ring_entries = 0;
  std::vector<pins::Processor> processors = {};
  std::string picker = {};
  std::string choice = {};
};
/// Why the pins cannot carry what the block needs to know; nothing if they can.
[[nodiscard]] std::optional<Diagnostic> beyond_pins(const BlockPins& pins, const BlockConfig& config);
/// Constants and table (PinLayout::config). Precondition: not beyond_pins.
[[nodiscard]] std::vector<std::uint32_t> block_config(const BlockPins& pins, const BlockConfig& config);

}  // namespace gantry
