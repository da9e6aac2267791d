// SPDX-License-Identifier: Apache-2.0
// Moves relative paths of an experiment, which start beside its file, to a file in another directory.
#pragma once

#include <string>

#include "text/yaml_node.h"

namespace gantry {

/// Returns a path that starts in `from` as one that starts in `directory` (empty: the current one). `-` and absolute
/// paths stay.
std::string moved_path(const std::string& path, const std::string& from, const std::string& directory);

/// The same for the value of every key `path` of a map, and of maps and lists in it.
void move_paths(YamlNode& node, const std::string& from, const std::string& directory);

}  // namespace gantry
