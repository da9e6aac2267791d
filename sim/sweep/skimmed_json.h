// SPDX-License-Identifier: Apache-2.0
// Reads a few members of a long JSON object without parsing the rest. Otherwise most of the collector's time per point
// would go into reading 20 KB of summary for one number.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

namespace gantry {

/// Returns the members with these names, as a parser does. Of other members only the ends are found. Nothing: the text
/// is not simple enough, and needs a parser.
std::optional<nlohmann::json> skimmed_object(const std::string& text, const std::set<std::string>& names);

}  // namespace gantry
