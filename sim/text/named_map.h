// SPDX-License-Identifier: Apache-2.0
// Keys that are a map, or the name of a file that holds it.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "text/yaml_node.h"

namespace gantry {

/// Replaces the name of a file by the map in it; anything else stays. A relative path begins where the file does that
/// the name stands in; `set_beside`: where it does that is given by --set. `key` and `whole` name the file and its map
/// in messages: "cost", "cost figures". False: a problem was reported.
bool expand_named_map(YamlNode& node, const std::string& key, const std::string& whole, const std::string& set_beside,
                      std::vector<std::string>& files, Diagnostics& diagnostics);

}  // namespace gantry
