// SPDX-License-Identifier: Apache-2.0
// The structure of a DOT file: nodes, edges and those of their attributes that somebody asked for.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "workload/dot_lexer.h"

namespace gantry {

struct DotAttribute {
  std::string text;  ///< its beginning, if it is long
  int line = 0;
  int column = 0;
};

using DotAttributes = std::map<std::string, DotAttribute>;

struct DotNode {
  std::string name;
  int line = 0;
  int column = 0;
  DotAttributes attributes;
};

/// From every one of these nodes to every one of those.
struct DotEdges {
  std::vector<std::uint32_t> from;
  std::vector<std::uint32_t> to;
  int line = 0;
  int column = 0;
  DotAttributes attributes;
};

struct DotGraph {
  std::string name;
  std::vector<DotNode> nodes;  ///< in the order of their first mention
};

/// Subgraphs are flattened; as in Graphviz, `node [...]` and `edge [...]` hold for what comes into being after them in
/// the same subgraph. Edges are not kept but handed to `edges` as they come; their nodes are indices in what will be
/// DotGraph::nodes. Throws Error.
DotGraph parse_dot(const std::string& text, const std::string& file, const std::set<std::string>& attributes,
                   const std::function<void(const DotEdges&)>& edges);

/// Whether the text begins as a graph does.
bool begins_as_dot(std::string_view head);

}  // namespace gantry
