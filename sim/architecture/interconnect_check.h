// SPDX-License-Identifier: Apache-2.0
// Whether the routers of a topology can be built with what sits on them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/network/fabric.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/topology.h"
#include "text/yaml_node.h"

namespace gantry {

/// Where the interconnect of a configuration stands.
struct InterconnectPlace {
  const YamlNode* section = nullptr;  ///< its map; nullptr: the configuration has none
  SourcePosition otherwise;           ///< for problems of a configuration without one
  std::string path;                   ///< of the map, "architecture.interconnect"
  std::string remedy;                 ///< against routers with too many ports
};

/// The topology that the keys ask for; nullptr, and a problem (of a graph its file's, which has been reported), if
/// there can be none.
std::unique_ptr<Topology> find_topology(const InterconnectConfig& config, std::uint32_t endpoints,
                                        const InterconnectPlace& place, Diagnostics& diagnostics);

/// A router has at most kMostPorts ports, the topology has the routes that the routing needs, and each kind of messages
/// a virtual channel of every class of those.
/// `terminals`: the nodes on which they sit, one entry for each.
void check_routers(const InterconnectConfig& config, const Topology& topology, ChannelUse use,
                   const std::vector<std::uint32_t>& terminals, const InterconnectPlace& place,
                   Diagnostics& diagnostics);

}  // namespace gantry
