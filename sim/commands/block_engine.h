// SPDX-License-Identifier: Apache-2.0
// Blocks of the scheduler in Verilog, in the place of the model's or beside them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blocks/backend_builder.h"
#include "blocks/block_config.h"
#include "experiment/experiment.h"

namespace gantry {

/// Which Verilog, and whether alone in the place of the block.
struct BlockChoice {
  std::string block;
  std::string name = "rtl";  ///< "rtl": ours
  bool alone = false;
};

/// What the constants of a block's pins are taken from.
[[nodiscard]] BlockConfig config_behind_pins(const Experiment& experiment);

/// Every reason why it cannot run in this machine; none: it can.
std::vector<std::string> block_refusals(const BlockChoice& choice, const Experiment& experiment);

/// The backend of a run. Precondition: it is not refused.
ChosenBackend chosen_backend(const BlockChoice& choice, const Experiment& experiment,
                             const BlockEngineOptions& options);

}  // namespace gantry
