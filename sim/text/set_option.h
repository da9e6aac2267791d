// SPDX-License-Identifier: Apache-2.0
// `--set a.b=value`: overrides in the tree of an experiment, before its keys are read.
#pragma once

#include <functional>
#include <string>

#include "text/yaml_node.h"

namespace gantry {

/// Called with every node on the path of an override, and its path so far ("architecture"), so that the name of a file
/// can be replaced by its content. Returns false after a problem.
using NodeExpander = std::function<bool(YamlNode& node, const std::string& path)>;

/// Returns the name of an item of the list at `path`, as an alternative to its number; empty: none.
using ItemName = std::function<std::string(const YamlNode& item, const std::string& path)>;

/// Applies `a.b=value`, with the value in YAML flow style. Missing keys of maps are added; the reader checks later
/// whether they exist. Items of lists are addressed by number or name. Problems have the position "--set a.b=value".
bool apply_set(YamlNode& document, const std::string& set, const NodeExpander& expand, Diagnostics& diagnostics,
               const ItemName& item_name = {});

/// Whether a value was given by `--set` and not in a file.
bool is_set(const YamlNode& value);

}  // namespace gantry
