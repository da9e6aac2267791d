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

/// Replaces the name of a file under the key `graph` of an interconnect's map by the tree in it; anything else stays. A
/// relative path begins where the file does that the name stands in; `set_beside`: where it does that is given by
/// --set. A file that cannot be read is reported, and its name stays.
void expand_graph(YamlNode* interconnect, const std::string& set_beside, std::vector<std::string>& files,
                  Diagnostics& diagnostics);

/// Whether the key still names a file: expand_graph() could not read it and said so, and nobody else needs to.
bool names_unread_graph(const YamlNode* interconnect);

/// `path` names the map in messages, "" of a file of its own. nullptr: a problem was reported.
std::shared_ptr<const RoutedGraph> read_graph(const YamlNode& node, const std::string& path, Diagnostics& diagnostics);

}  // namespace gantry
