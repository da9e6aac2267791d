// SPDX-License-Identifier: Apache-2.0
// Links that are longer or narrower than others: the key `links` of an interconnect, and those of a graph.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "architecture/interconnect_check.h"
#include "gantry/base/diagnostics.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/topology.h"
#include "text/yaml_node.h"
#include "text/yaml_reader.h"

namespace gantry {

/// A link with its ends in the order in which they were given.
struct ReadLink {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  LinkShape shape;
  [[nodiscard]] OwnLink own() const;
};

/// The map `{between: [a, b], cycles: 4, bytes: 8}` with routers below `routers`; nothing: a problem was reported.
std::optional<ReadLink> read_link(const YamlNode& node, const std::string& what, std::uint32_t routers,
                                  Diagnostics& diagnostics);

/// The key `links`.
void read_links_key(MapReader& map, InterconnectConfig& net);

/// That `links` are links of the topology, and that all links can carry flits of the configuration.
void check_links(const InterconnectConfig& config, const Topology& topology, const InterconnectPlace& place,
                 Diagnostics& diagnostics);

/// In order of routers, as lookups need them.
void sort_links(OwnLinks& links);

}  // namespace gantry
