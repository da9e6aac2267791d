// SPDX-License-Identifier: Apache-2.0
// A JSON file of a finished run as JSON. Only for .cpp files: nlohmann/json is heavy.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Nothing, and a problem, if the file cannot be read or is no JSON.
std::optional<nlohmann::json> parse_summary(const std::string& path, Diagnostics& problems);
/// The same with the keys in the file's order.
std::optional<nlohmann::ordered_json> parse_ordered_json(const std::string& path, Diagnostics& problems);

}  // namespace gantry
