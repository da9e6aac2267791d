// SPDX-License-Identifier: Apache-2.0
// Blocks of the scheduler in Verilog, which replace the model's blocks or run beside them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blocks/backend_builder.h"
#include "blocks/block_config.h"
#include "experiment/experiment.h"
#include "gantry/base/diagnostics.h"

namespace gantry {

/// The chosen engine of a block.
struct BlockChoice {
  std::string block;
  std::string name = "rtl";  ///< "rtl": our Verilog; else the user's name for another one
  bool alone = false;
};

/// Configuration from which the constants of a block's pins are taken.
[[nodiscard]] BlockConfig config_behind_pins(const Experiment& experiment);

/// Reports at `where` why the Verilog cannot run in this machine.
void check_block_engine(const BlockChoice& choice, const Experiment& experiment, const SourcePosition& where,
                        Diagnostics& diagnostics);

/// Returns the backend of a run. Precondition: check_block_engine() found nothing.
ChosenBackend chosen_backend(const BlockChoice& choice, const Experiment& experiment,
                             const BlockEngineOptions& options);

}  // namespace gantry
