// SPDX-License-Identifier: Apache-2.0
#include "architecture/background_reader.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "architecture/interconnect_check.h"
#include "architecture/traffic_reader.h"
#include "gantry/base/bits.h"
#include "gantry/platform/placement.h"

namespace gantry {

std::optional<BackgroundTraffic> read_background(const YamlNode& node, const Architecture& architecture,
                                                 std::uint64_t seed, const std::string& directory,
                                                 std::vector<std::string>& inputs, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const InterconnectConfig& net = architecture.interconnect;
  const auto topology = make_topology(architecture);
  BackgroundTraffic background;
  background.seed = seed;
  background.grid = node_grid(net, *topology);
  const std::uint64_t least = std::max<std::uint64_t>(1, ceil_div(net.header_bytes, net.flit_bytes));
  const TrafficRules rules{"background", background.grid, Rates::one, least, directory, &inputs, net.flit_bytes};
  read_traffic(node, rules, background.traffic, diagnostics);
  std::vector<std::uint32_t> terminals = terminal_nodes(architecture, *topology);
  terminals.resize(terminals.size() + topology->nodes());
  std::iota(terminals.end() - topology->nodes(), terminals.end(), 0U);
  check_priorities(&node, "background", "architecture.interconnect", background.traffic, net, diagnostics);
  check_routers(
      net, *topology, channel_use(true, background.traffic.urgent.any()), terminals,
      {nullptr, node.where(), "architecture.interconnect", "with a terminal for the background at every node"},
      diagnostics);
  if (diagnostics.size() != before) return std::nullopt;
  return background;
}

}  // namespace gantry
