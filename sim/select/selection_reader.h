// SPDX-License-Identifier: Apache-2.0
// What a decision needs, from YAML: shared by `gantry select` and by the section `serving` of an experiment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/serving/selection.h"
#include "text/yaml_reader.h"

namespace gantry {

/// Most inference nodes of a file.
inline constexpr std::size_t kMaxInferenceNodes = 1024;

/// An exact decimal up to 10^15 with at most 12 fraction digits, above 0 or (`zero`) from 0.
std::optional<Amount> read_amount(const YamlNode& node, const std::string& what, bool zero, Diagnostics& diagnostics);

/// Keys `a` and `b` beside `priority`, which has been read.
void read_factors(MapReader& keys, PriorityRule& to);

/// Name, weight and compute of the nodes of a list, with the positions that errors need.
struct NodeBasics {
  std::vector<std::string> names;
  std::vector<Amount> weights;
  std::vector<std::optional<Amount>> compute;  ///< nothing if it was not given
  std::vector<SourcePosition> compute_at;
};

/// Keys `name`, `weight`, `compute` of one node, which becomes the next of `to`. Reports a name that stands twice.
void read_node_basics(MapReader& keys, NodeBasics& to);

/// Key `rated`: `count` (a number or auto) and `compute`. Reports nodes that could never run.
void read_rating(MapReader& keys, const NodeBasics& nodes, Rating& to);

/// The list under the key, which must not be empty; nullptr when that was reported.
const YamlNode* find_node_list(MapReader& keys, std::string_view key, const char* of);

/// A file of `gantry select`: one decision.
struct SelectionRequest {
  std::vector<std::string> names;
  std::vector<NodeState> nodes;
  PriorityRule rule;
  Rating rated;
};
std::optional<SelectionRequest> read_selection_request(const YamlNode& document, Diagnostics& diagnostics);

}  // namespace gantry
