// SPDX-License-Identifier: Apache-2.0
// `--set a.b=value`: overrides in the tree of an experiment, before it is read.
#pragma once

#include <functional>
#include <string>

#include "text/yaml_node.h"

namespace gantry {

/// Called with every node that the path goes through and its path so far ("architecture"), so that a path to a file
/// can be replaced by what is in the file. False when it reported a problem.
using NodeExpander = std::function<bool(YamlNode& node, const std::string& path)>;

/// Applies `a.b=value` (value in YAML flow style). Maps gain missing keys (whether they exist is the reader's to
/// judge), lists are addressed by number. Problems are positioned as file "--set a.b=value".
bool apply_set(YamlNode& document, const std::string& set, const NodeExpander& expand, Diagnostics& diagnostics);

}  // namespace gantry
