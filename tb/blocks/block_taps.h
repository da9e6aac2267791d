// SPDX-License-Identifier: Apache-2.0
// Observers on all links of a block.
#pragma once

#include <memory>

#include "blocks/block_lockstep.h"
#include "gantry/scheduler/task_scheduler.h"

namespace gantry {

class BlockTaps {
 public:
  virtual ~BlockTaps() = default;
};

/// Passes every message that this scheduler's block receives and sends to `lockstep`, from now on.
[[nodiscard]] std::unique_ptr<BlockTaps> tap_block(const BlockPins& pins, TaskScheduler& scheduler,
                                                   BlockLockstep& lockstep);

}  // namespace gantry
