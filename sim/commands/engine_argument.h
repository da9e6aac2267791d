// SPDX-License-Identifier: Apache-2.0
// --engine BLOCK=ENGINE, for each of several blocks, and --picker ENGINE, which is short for --engine picker=ENGINE.
#pragma once

#include <optional>
#include <string>
#include <vector>

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

struct EngineName {
  std::string engine = "model";
  std::string asked;  ///< as the user wrote it, for messages
};
struct EngineNames {
  EngineName picker;
  EngineName dispatch_core;  ///< model or lockstep
};
/// Nothing after a problem.
std::optional<EngineNames> read_engines(const EngineArguments& arguments, Diagnostics& diagnostics);

}  // namespace gantry
