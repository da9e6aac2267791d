// SPDX-License-Identifier: Apache-2.0
// Ears on all links of a block.
#pragma once

#include <memory>

#include "blocks/block_lockstep.h"
#include "gantry/scheduler/task_scheduler.h"

namespace gantry {

class BlockTaps {
 public:
  virtual ~BlockTaps() = default;
};

/// `lockstep` hears every message that the block of this scheduler sees and says, from now on.
[[nodiscard]] std::unique_ptr<BlockTaps> tap_block(const BlockPins& pins, TaskScheduler& scheduler,
                                                   BlockLockstep& lockstep);

}  // namespace gantry
