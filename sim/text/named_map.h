// SPDX-License-Identifier: Apache-2.0
// Keys that hold a map, or the name of a file with the map.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "text/yaml_node.h"

namespace gantry {

/// Replaces the name of a file by the map in it. A relative path starts at the file that contains the name, or at
/// `set_beside` if --set gave it. `key` and `whole` name the file and its map in messages: "cost", "cost figures".
/// Returns false after a problem.
bool expand_named_map(YamlNode& node, const std::string& key, const std::string& whole, const std::string& set_beside,
                      std::vector<std::string>& files, Diagnostics& diagnostics);

}  // namespace gantry
