// SPDX-License-Identifier: Apache-2.0
// Parser of DOT files: nodes, edges, and the requested attributes.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "workload/dot_lexer.h"

namespace gantry {

struct DotAttribute {
  std::string text;  ///< the text, cut if it is long
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

/// Edges from each node of one set to each node of the other.
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

/// Parses a file. Subgraphs are flattened. As in Graphviz, `node [...]` and `edge [...]` apply to later nodes and edges
/// of the same subgraph. Edges are passed to `edges` and not kept; their nodes are indices of DotGraph::nodes. Throws
/// Error.
DotGraph parse_dot(const std::string& text, const std::string& file, const std::set<std::string>& attributes,
                   const std::function<void(const DotEdges&)>& edges);

/// Whether the text begins as a DOT graph does.
bool begins_as_dot(std::string_view head);

}  // namespace gantry
