// SPDX-License-Identifier: Apache-2.0
// Checks whether the routers of a topology can be built with their terminals.
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

/// Position of an interconnect's configuration, for messages.
struct InterconnectPlace {
  const YamlNode* section = nullptr;  ///< its map; nullptr: the configuration has none
  SourcePosition otherwise;           ///< position for problems of a configuration without the map
  std::string path;                   ///< path of the map, such as "architecture.interconnect"
  std::string remedy;                 ///< advice for routers with too many ports
};

/// Makes the topology that the keys name. Returns nullptr if it is impossible; problems are reported, those of a
/// graph's file only once.
std::unique_ptr<Topology> find_topology(const InterconnectConfig& config, std::uint32_t endpoints,
                                        const InterconnectPlace& place, Diagnostics& diagnostics);

/// Checks that each router has at most kMostPorts ports, that the topology has the routes of the routing, and that each
/// kind of messages has a virtual channel of every class of the routes.
/// `terminals`: the node of each terminal.
void check_routers(const InterconnectConfig& config, const Topology& topology, ChannelUse use,
                   const std::vector<std::uint32_t>& terminals, const InterconnectPlace& place,
                   Diagnostics& diagnostics);

}  // namespace gantry
