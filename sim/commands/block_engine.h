// SPDX-License-Identifier: Apache-2.0
// Blocks of the scheduler in Verilog, in the place of the model's or beside them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blocks/backend_builder.h"
#include "blocks/block_config.h"
#include "experiment/experiment.h"
#include "gantry/base/diagnostics.h"

namespace gantry {

/// Which Verilog, and whether alone in the place of the block.
struct BlockChoice {
  std::string block;
  std::string name = "rtl";  ///< "rtl": ours
  bool alone = false;
};

/// What the constants of a block's pins are taken from.
[[nodiscard]] BlockConfig config_behind_pins(const Experiment& experiment);

/// Reports at `where` why the Verilog cannot run in this machine.
void check_block_engine(const BlockChoice& choice, const Experiment& experiment, const SourcePosition& where,
                        Diagnostics& diagnostics);

/// The backend of a run. Precondition: check_block_engine() found nothing.
ChosenBackend chosen_backend(const BlockChoice& choice, const Experiment& experiment,
                             const BlockEngineOptions& options);

}  // namespace gantry
