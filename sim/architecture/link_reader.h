// SPDX-License-Identifier: Apache-2.0
// Reader of links that are longer or narrower than others: the key `links` of an interconnect or a graph.
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

/// A link, with its ends in the order of the file.
struct ReadLink {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  LinkShape shape;
  [[nodiscard]] OwnLink own() const;
};

/// Reads the map `{between: [a, b], cycles: 4, bytes: 8}`, with router numbers below `routers`. Returns nothing after a
/// problem.
std::optional<ReadLink> read_link(const YamlNode& node, const std::string& what, std::uint32_t routers,
                                  Diagnostics& diagnostics);

/// Reads the key `links`.
void read_links_key(MapReader& map, InterconnectConfig& net);

/// Checks that `links` are links of the topology, and that every link carries flits of the configuration.
void check_links(const InterconnectConfig& config, const Topology& topology, const InterconnectPlace& place,
                 Diagnostics& diagnostics);

/// Sorts links by router numbers, as lookups need them.
void sort_links(OwnLinks& links);

}  // namespace gantry
