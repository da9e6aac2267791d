// SPDX-License-Identifier: Apache-2.0
// The blocks of a task scheduler with backends: in the place of ours, or in lockstep beside them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "blocks/block_lockstep.h"
#include "gantry/scheduler/block_builder.h"
#include "gantry/scheduler/dispatch_witness.h"

namespace gantry {

/// A backend of a block behind pins. `pins` and `model` outlive it.
struct ChosenBackend {
  const BlockPins* pins = nullptr;
  const BlockModel* model = nullptr;
  std::vector<std::uint32_t> config;  ///< block_config
  bool alone = false;                 ///< in the place of our block; otherwise in lockstep beside it
  BlockEngineOptions options;
};

struct ChosenBackends {
  std::vector<ChosenBackend> blocks;                         ///< at most one a block
  std::function<DispatchWitnessFactory> dispatch_core = {};  ///< in lockstep beside our dispatcher's
};

/// Builds the blocks of one machine, which it outlives. A difference in lockstep throws Error of kind `mismatch`, and
/// so does a message that no block may send. BlockEngineOptions::on_difference receives the text before.
[[nodiscard]] std::unique_ptr<BlockBuilder> make_backend_builder(const ChosenBackends& chosen);

}  // namespace gantry
