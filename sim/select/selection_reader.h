// SPDX-License-Identifier: Apache-2.0
// Reader of the input of a decision, shared by `gantry select` and the section `serving` of an experiment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/serving/selection.h"
#include "text/yaml_reader.h"

namespace gantry {

/// Most inference nodes in a file.
inline constexpr std::size_t kMaxInferenceNodes = 1024;

/// Reads an exact decimal of at most 10^15 with at most 12 fraction digits: above 0, or with `zero` from 0.
std::optional<Amount> read_amount(const YamlNode& node, const std::string& what, bool zero, Diagnostics& diagnostics);

/// Reads the keys `a` and `b` beside `priority`, which was read before.
void read_factors(MapReader& keys, PriorityRule& to);

/// Name, weight and compute of the nodes of a list, with positions for messages.
struct NodeBasics {
  std::vector<std::string> names;
  std::vector<Amount> weights;
  std::vector<std::optional<Amount>> compute;  ///< nothing: not given
  std::vector<SourcePosition> compute_at;
};

/// Reads the keys `name`, `weight`, `compute` of one node and appends it to `to`. Reports a duplicate name.
void read_node_basics(MapReader& keys, NodeBasics& to);

/// Reads the key `rated`: `count` (a number or auto) and `compute`. Reports nodes that could never run.
void read_rating(MapReader& keys, const NodeBasics& nodes, Rating& to);

/// Returns the list of the key, which must not be empty; nullptr after a problem.
const YamlNode* find_node_list(MapReader& keys, std::string_view key, const char* of);

/// Reads a file of `gantry select`: one decision.
struct SelectionRequest {
  std::vector<std::string> names;
  std::vector<NodeState> nodes;
  PriorityRule rule;
  Rating rated;
};
std::optional<SelectionRequest> read_selection_request(const YamlNode& document, Diagnostics& diagnostics);

}  // namespace gantry
