// SPDX-License-Identifier: Apache-2.0
// Reader of the map `traffic` or `background` of an experiment. docs/network.md lists its keys.
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

/// Columns and rows of the nodes if the topology is a grid, else one row.
NodeGrid node_grid(const InterconnectConfig& config, const Topology& topology);

/// Which forms of the packet rate an experiment accepts.
enum class Rates : std::uint8_t {
  one,           ///< packets_per_cycle must be one number
  any,           ///< packets_per_cycle is one number or a list
  none_is_fine,  ///< packets_per_cycle may be missing if the pattern has a rate of its own
};

struct TrafficRules {
  std::string path;  ///< path of the map, such as "traffic"
  NodeGrid grid;     ///< shape of the nodes; 0 nodes: unknown, so that only checks without a shape are made
  Rates rates = Rates::any;
  std::uint64_t least_flits = 1;               ///< flits of the smallest packet: its header
  std::string directory = {};                  ///< start of relative paths
  std::vector<std::string>* inputs = nullptr;  ///< receives the paths of files that are read
  std::uint64_t flit_bytes = 16;               ///< bytes per flit of traces in bytes, unless the trace sets it

  /// The largest valid node number.
  [[nodiscard]] std::uint32_t last_node() const { return (grid.nodes() == 0 ? kMaxEndpoints : grid.nodes()) - 1; }
};

void read_traffic(const YamlNode& node, const TrafficRules& rules, TrafficSpec& to, Diagnostics& diagnostics);

/// Checks that routers give urgent packets priority if `traffic` has any. `path`: of the map, for messages.
void check_priorities(const YamlNode* node, const std::string& path, const std::string& interconnect,
                      const TrafficSpec& traffic, const InterconnectConfig& net, Diagnostics& diagnostics);

}  // namespace gantry
