// SPDX-License-Identifier: Apache-2.0
// Reader of files of cost figures (docs/cost.md), and of the key `cost` of an architecture, which names a file or holds
// the figures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/cost/figures.h"
#include "text/yaml_node.h"

namespace gantry {

/// The default figures, from sim/experiments/cost/default.yaml.
extern const std::string_view kDefaultCostText;
const CostFigures& default_cost_figures();

/// Reads figures that replace defaults. `path` names the map in messages; "": a file of its own.
std::optional<CostFigures> read_cost_figures(const YamlNode& node, const std::string& path, Diagnostics& diagnostics);

/// The cost keys of an architecture.
struct ArchitectureCost {
  CostFigures figures;
  std::optional<YamlNode> given;   ///< its keys, with the content of a file in place of its name
  std::vector<std::string> files;  ///< files that were read
};

/// Replaces the name of a file by the tree in it. A relative path starts at the file that contains the name, or at
/// `set_beside` if --set gave it. Returns false after a problem.
bool expand_cost(YamlNode& node, const std::string& set_beside, std::vector<std::string>& files,
                 Diagnostics& diagnostics);

/// Reads the key `cost` of an architecture's map; without the key the default figures. `path` as in
/// read_architecture().
std::optional<ArchitectureCost> read_architecture_cost(const YamlNode& architecture, const std::string& path,
                                                       const std::string& set_beside, Diagnostics& diagnostics);

}  // namespace gantry
