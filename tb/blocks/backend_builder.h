// SPDX-License-Identifier: Apache-2.0
// Builder of a task scheduler with other backends, which replace our blocks or run in lockstep with them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "blocks/block_lockstep.h"
#include "gantry/scheduler/block_builder.h"
#include "gantry/scheduler/dispatch_witness.h"

namespace gantry {

/// A backend of a block behind pins. `pins` and `model` must outlive it.
struct ChosenBackend {
  const BlockPins* pins = nullptr;
  const BlockModel* model = nullptr;
  std::vector<std::uint32_t> config;  ///< block_config
  bool alone = false;                 ///< it replaces our block; false: it runs in lockstep with it
  BlockEngineOptions options;
};

struct ChosenBackends {
  std::vector<ChosenBackend> blocks;  ///< at most one per block
  std::function<DispatchWitnessFactory> dispatch_core =
      {};  ///< factory of a core in lockstep with our dispatcher's; empty: none
};

/// Builds the blocks of one machine. The builder must outlive the machine. A difference in lockstep, and a message that
/// no block may send, throw Error of kind `mismatch`. BlockEngineOptions::on_difference receives the text before that.
[[nodiscard]] std::unique_ptr<BlockBuilder> make_backend_builder(const ChosenBackends& chosen);

}  // namespace gantry
