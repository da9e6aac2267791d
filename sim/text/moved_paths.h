// SPDX-License-Identifier: Apache-2.0
// Paths in an experiment start beside its file; in one that is written elsewhere they have to start there.
#pragma once

#include <string>

#include "text/yaml_node.h"

namespace gantry {

/// A path that starts in `from`, as one that starts in `directory` (empty: here). `-` and whole paths stay.
std::string moved_path(const std::string& path, const std::string& from, const std::string& directory);

/// The same for the value of every key `path` of a map and of the maps and lists in it.
void move_paths(YamlNode& node, const std::string& from, const std::string& directory);

}  // namespace gantry
