// SPDX-License-Identifier: Apache-2.0
// The map `background` of an experiment: synthetic traffic on the machine's interconnect.
#pragma once

#include <cstdint>
#include <optional>

#include "gantry/base/diagnostics.h"
#include "gantry/network/background.h"
#include "gantry/platform/architecture.h"
#include "text/yaml_node.h"

namespace gantry {

/// Of an architecture that was read without a problem. Nothing is returned if there is one here.
std::optional<BackgroundTraffic> read_background(const YamlNode& node, const Architecture& architecture,
                                                 std::uint64_t seed, Diagnostics& diagnostics);

}  // namespace gantry
