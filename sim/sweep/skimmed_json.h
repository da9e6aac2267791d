// SPDX-License-Identifier: Apache-2.0
// A few members of a long JSON object without the rest: most of what a point costs its collector would be reading 20 KB
// of summary for one number.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

namespace gantry {

/// The members with these names, as a parser gives them; of the others only that they end is looked at. Nothing if that
/// cannot be told: then it is the parser's.
std::optional<nlohmann::json> skimmed_object(const std::string& text, const std::set<std::string>& names);

}  // namespace gantry
