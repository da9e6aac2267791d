// SPDX-License-Identifier: Apache-2.0
// The file of cost figures (docs/cost.md), and the key `cost` of an architecture that names it or holds its keys.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/cost/figures.h"
#include "text/yaml_node.h"

namespace gantry {

/// The figures that come with the program, as their file says them: sim/experiments/cost/default.yaml.
extern const std::string_view kDefaultCostText;
const CostFigures& default_cost_figures();

/// Figures over the default ones. `path` names the map in messages: "" of a file of its own.
std::optional<CostFigures> read_cost_figures(const YamlNode& node, const std::string& path, Diagnostics& diagnostics);

/// What an architecture says of costs.
struct ArchitectureCost {
  CostFigures figures;
  std::optional<YamlNode> given;   ///< its keys, those of a file that it names in the place of the name
  std::vector<std::string> files;  ///< that were read
};

/// Replaces the name of a file by the tree in it; anything else stays. A relative path begins where the file does that
/// the name stands in; `set_beside`: where it does that is given by --set. False: a problem was reported.
bool expand_cost(YamlNode& node, const std::string& set_beside, std::vector<std::string>& files,
                 Diagnostics& diagnostics);

/// Of the architecture's map; `path` as of read_architecture(). Without the key the default.
std::optional<ArchitectureCost> read_architecture_cost(const YamlNode& architecture, const std::string& path,
                                                       const std::string& set_beside, Diagnostics& diagnostics);

}  // namespace gantry
