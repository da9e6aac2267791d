// SPDX-License-Identifier: Apache-2.0
#include "architecture/interconnect_check.h"

#include <algorithm>

#include "architecture/graph_reader.h"
#include "architecture/link_reader.h"
#include "gantry/base/error.h"
#include "gantry/network/routing.h"

namespace gantry {
namespace {

/// The value of the first of these keys that is there, else the section.
SourcePosition where_of(const InterconnectPlace& place, std::initializer_list<std::string_view> keys) {
  if (place.section == nullptr) return place.otherwise;
  for (const std::string_view key : keys) {
    if (const YamlNode* value = place.section->find(key)) return value->where();
  }
  return place.section->where();
}

std::string for_kinds(ChannelUse use) {
  return std::string(has_responses(use) ? " for requests and as many for responses" : "") +
         (has_urgent(use) ? ", and as many again for urgent packets" : "");
}

}  // namespace

std::unique_ptr<Topology> find_topology(const InterconnectConfig& config, std::uint32_t endpoints,
                                        const InterconnectPlace& place, Diagnostics& diagnostics) {
  if (config.topology == "graph" && names_unread_graph(place.section)) return nullptr;
  try {
    auto topology = builtin_topologies().find(config.topology)->make(config, endpoints);
    const std::size_t before = diagnostics.size();
    check_links(config, *topology, place, diagnostics);
    if (diagnostics.size() != before) topology = nullptr;
    return topology;
  } catch (const Error& wrong) {
    diagnostics.error(where_of(place, {"topology"}), place.path + ".topology " + config.topology + ' ' + wrong.what());
    return nullptr;
  }
}

void check_routers(const InterconnectConfig& config, const Topology& topology, ChannelUse use,
                   const std::vector<std::uint32_t>& terminals, const InterconnectPlace& place,
                   Diagnostics& diagnostics) {
  std::vector<std::uint32_t> ports(topology.routers());
  for (std::uint32_t r = 0; r < topology.routers(); ++r) ports[r] = topology.ports(r);
  for (const std::uint32_t node : terminals) ++ports[topology.router_of(node)];
  const auto most = std::max_element(ports.begin(), ports.end());
  if (*most > kMostPorts) {
    diagnostics.error(where_of(place, {"topology"}), "router " + std::to_string(most - ports.begin()) + " has " +
                                                         std::to_string(*most) + " ports; a router has at most " +
                                                         std::to_string(kMostPorts) + " (" + place.remedy + ")");
  }
  const auto* entry = builtin_routings().find(config.routing);
  const auto routing = entry != nullptr ? entry->make(topology) : nullptr;
  if (!routing) {
    diagnostics.error(where_of(place, {"routing", "topology"}),
                      place.path + ".routing is " + config.routing + ", for which the topology " + config.topology +
                          " has no routes" + (entry != nullptr ? " (" + entry->summary + ")" : ""));
    return;
  }
  const std::uint32_t kinds = kinds_of(use);
  const std::uint32_t least = kinds * routing->least_channels();
  if (config.virtual_channels >= least) return;
  if (least > kMostChannels) {
    diagnostics.error(where_of(place, {"routing", "topology"}),
                      place.path + ".routing is " + config.routing + ", which with the topology " + config.topology +
                          " needs " + std::to_string(least) + " virtual channels" +
                          (kinds > 1 ? " with " + std::to_string(kinds) + " kinds of packets" : "") +
                          "; there are at most " + std::to_string(kMostChannels));
    return;
  }
  diagnostics.error(where_of(place, {"virtual_channels", "routing", "topology"}),
                    place.path + ".virtual_channels is " + std::to_string(config.virtual_channels) + " and must be " +
                        std::to_string(least) + " at least with the topology " + config.topology +
                        (routing->is_fixed() ? "" : " and the routing " + config.routing) + ", whose routes need " +
                        std::to_string(routing->least_channels()) +
                        (!routing->is_fixed()             ? " of them"
                         : routing->least_channels() == 1 ? " class of them"
                                                          : " classes of them") +
                        for_kinds(use));
}

}  // namespace gantry
