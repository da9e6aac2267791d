// SPDX-License-Identifier: Apache-2.0
// The map `background` of an experiment: synthetic traffic on the machine's interconnect.
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

/// Of an architecture that was read without a problem. Nothing is returned if there is one here. `directory`: where the
/// paths of files start; `inputs` gets those that are read.
std::optional<BackgroundTraffic> read_background(const YamlNode& node, const Architecture& architecture,
                                                 std::uint64_t seed, const std::string& directory,
                                                 std::vector<std::string>& inputs, Diagnostics& diagnostics);

}  // namespace gantry
