// SPDX-License-Identifier: Apache-2.0
// Reader of the map `background` of an experiment: synthetic traffic on the machine's interconnect.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/network/background.h"
#include "gantry/platform/architecture.h"
#include "text/yaml_node.h"

namespace gantry {

/// Reads background traffic for a valid architecture. Returns nothing after a problem. `directory`: start of relative
/// paths; `inputs` receives the paths of files that are read.
std::optional<BackgroundTraffic> read_background(const YamlNode& node, const Architecture& architecture,
                                                 std::uint64_t seed, const std::string& directory,
                                                 std::vector<std::string>& inputs, Diagnostics& diagnostics);

}  // namespace gantry
