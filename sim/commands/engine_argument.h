// SPDX-License-Identifier: Apache-2.0
// --engine BLOCK=ENGINE, for each of several blocks, and --picker ENGINE, which is short for --engine picker=ENGINE.
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

/// The arguments must outlive the command.
void add_engine_arguments(CLI::App& command, EngineArguments& arguments);

struct EngineNames {
  BlockEngine picker;
  BlockEngine dispatch_core;        ///< model or lockstep
  std::vector<BlockEngine> blocks;  ///< the others that were asked for
};
/// Nothing after a problem.
std::optional<EngineNames> read_engines(const EngineArguments& arguments, Diagnostics& diagnostics);

/// One of the picker's; `policy_option` is how a policy is asked for. Whether it goes with the policy, picker_engine()
/// tells.
std::optional<BlockEngine> read_picker_engine(const std::string& text, const std::string& asked,
                                              const std::string& policy_option, Diagnostics& diagnostics);

}  // namespace gantry
