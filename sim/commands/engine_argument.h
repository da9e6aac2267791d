// SPDX-License-Identifier: Apache-2.0
// Options --engine BLOCK=ENGINE, repeatable for several blocks, and --picker ENGINE, short for --engine picker=ENGINE.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/engine_names.h"
#include "gantry/base/diagnostics.h"

namespace CLI {
class App;
}

namespace gantry {

struct EngineArguments {
  std::vector<std::string> engines;
  std::string picker;
};

/// Adds the options. The arguments must outlive the command.
void add_engine_arguments(CLI::App& command, EngineArguments& arguments);

struct EngineNames {
  BlockEngine picker;
  BlockEngine dispatch_core;        ///< model or lockstep
  std::vector<BlockEngine> blocks;  ///< engines of other blocks
};
/// Returns the engines; nothing after a problem.
std::optional<EngineNames> read_engines(const EngineArguments& arguments, Diagnostics& diagnostics);

/// Returns the engine of the picker. `policy_option`: how a policy is chosen, for messages. picker_engine() checks
/// whether the engine goes with the policy.
std::optional<BlockEngine> read_picker_engine(const std::string& text, const std::string& asked,
                                              const std::string& policy_option, Diagnostics& diagnostics);

}  // namespace gantry
