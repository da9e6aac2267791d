// SPDX-License-Identifier: Apache-2.0
// Where the engines of blocks take their seats in a task scheduler.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "blocks/block_lockstep.h"
#include "gantry/scheduler/dispatcher_pins.h"
#include "gantry/scheduler/pin_engine.h"
#include "gantry/scheduler/task_scheduler.h"

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
/// Empty, or why the pins cannot tell what the block needs to know.
[[nodiscard]] std::string beyond_pins(const BlockPins& pins, const BlockConfig& config);
/// Constants and table (PinLayout::config). Precondition: not beyond_pins.
[[nodiscard]] std::vector<std::uint32_t> block_config(const BlockPins& pins, const BlockConfig& config);

/// `model` alone in place of the block, or in lockstep beside it. What it says that no block may say is told to
/// BlockEngineOptions::on_difference, too.
[[nodiscard]] std::function<BlockSeatFactory> block_seat(const BlockPins& pins, const BlockModel& model,
                                                         std::vector<std::uint32_t> config, bool alone,
                                                         const BlockEngineOptions& options);

}  // namespace gantry
