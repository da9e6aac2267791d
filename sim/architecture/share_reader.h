// SPDX-License-Identifier: Apache-2.0
// Shares of packets, as decimal numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "text/yaml_reader.h"

namespace gantry {

/// Above 0 and up to 1, in millionths.
std::optional<std::uint64_t> read_share(const YamlNode& node, const std::string& what, Diagnostics& diagnostics);
/// The same of a key that has to be there.
std::optional<std::uint64_t> read_share(MapReader& map, const char* key);

}  // namespace gantry
