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

/// What an item of the list at `path` is called beside its number; empty: it has no name.
using ItemName = std::function<std::string(const YamlNode& item, const std::string& path)>;

/// Applies `a.b=value` (value in YAML flow style). Maps gain missing keys (whether they exist is the reader's to
/// judge), items of lists are addressed by number or by name. Problems are positioned as file "--set a.b=value".
bool apply_set(YamlNode& document, const std::string& set, const NodeExpander& expand, Diagnostics& diagnostics,
               const ItemName& item_name = {});

/// Whether a value was given by `--set` and does not stand in a file.
bool is_set(const YamlNode& value);

}  // namespace gantry
