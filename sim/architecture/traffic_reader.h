// SPDX-License-Identifier: Apache-2.0
// The map `traffic` (or `background`) of an experiment: who sends how much to whom. docs/network.md tables its keys.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/topology.h"
#include "gantry/network/traffic_spec.h"
#include "gantry/platform/architecture.h"
#include "text/yaml_reader.h"

namespace gantry {

/// Columns and rows of the nodes if the topology is a grid of them, else one row.
NodeGrid node_grid(const InterconnectConfig& config, const Topology& topology);

/// What an experiment asks of the rates.
enum class Rates : std::uint8_t {
  one,           ///< packets_per_cycle is one number
  any,           ///< or a list
  none_is_fine,  ///< it may be left out, and the pattern has to have one
};

struct TrafficRules {
  std::string path;  ///< of the map, "traffic"
  NodeGrid grid;     ///< 0 nodes: what the topology is could not be read; only what no shape has is wrong then
  Rates rates = Rates::any;
  std::uint64_t least_flits = 1;               ///< of a packet: its header
  std::string directory = {};                  ///< where the relative paths of files start
  std::vector<std::string>* inputs = nullptr;  ///< gets the paths of the files that are read
  std::uint64_t flit_bytes = 16;               ///< of traces that have bytes, unless they say otherwise

  /// The highest number that a node can have.
  [[nodiscard]] std::uint32_t last_node() const { return (grid.nodes() == 0 ? kMaxEndpoints : grid.nodes()) - 1; }
};

void read_traffic(const YamlNode& node, const TrafficRules& rules, TrafficSpec& to, Diagnostics& diagnostics);

/// That routers let urgent packets go first, if there are any in `traffic`, the map `path`.
void check_priorities(const YamlNode* node, const std::string& path, const std::string& interconnect,
                      const TrafficSpec& traffic, const InterconnectConfig& net, Diagnostics& diagnostics);

}  // namespace gantry
