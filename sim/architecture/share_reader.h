// SPDX-License-Identifier: Apache-2.0
// Shares of packets, as decimal numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "text/yaml_reader.h"

namespace gantry {

/// Reads an optional share, above 0 and at most 1, in millionths.
std::optional<std::uint64_t> read_share(const YamlNode& node, const std::string& what, Diagnostics& diagnostics);
/// Reads a mandatory share in the same way.
std::optional<std::uint64_t> read_share(MapReader& map, const char* key);

}  // namespace gantry
