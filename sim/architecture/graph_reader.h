// SPDX-License-Identifier: Apache-2.0
// The key `graph` of an interconnect: routers, links and placement of nodes, in a map or in a file that it names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/network/routed_graph.h"
#include "text/yaml_node.h"

namespace gantry {

/// Replaces the name of a file under the key `graph` of an interconnect's map by the tree in that file. A relative path
/// starts at the file that contains the name, or at `set_beside` if --set gave it. Reports a file that cannot be read,
/// and then keeps its name.
void expand_graph(YamlNode* interconnect, const std::string& set_beside, std::vector<std::string>& files,
                  Diagnostics& diagnostics);

/// Whether the key still names a file, because expand_graph() could not read it and has reported that.
bool names_unread_graph(const YamlNode* interconnect);

/// Reads a graph. `path` names its map in messages; "": a file of its own. Returns nullptr after a problem.
std::shared_ptr<const RoutedGraph> read_graph(const YamlNode& node, const std::string& path, Diagnostics& diagnostics);

}  // namespace gantry
