// SPDX-License-Identifier: Apache-2.0
#include "architecture/link_reader.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "gantry/network/link_shape.h"
#include "gantry/network/router_limit.h"

namespace gantry {
namespace {

std::string between(std::uint32_t a, std::uint32_t b) {
  return "routers " + std::to_string(a) + " and " + std::to_string(b);
}

/// Position of a link's shape: in `links`, in the graph, or at a key of the topology or of all links.
SourcePosition where_of(const InterconnectPlace& place, std::uint32_t a, std::uint32_t b) {
  if (place.section == nullptr) return place.otherwise;
  const std::string lower = std::to_string(std::min(a, b));
  const std::string higher = std::to_string(std::max(a, b));
  const YamlNode* graph = place.section->find("graph");
  for (const YamlNode* map : {place.section, graph}) {
    const YamlNode* links = map != nullptr ? map->find("links") : nullptr;
    if (links == nullptr) continue;
    for (const YamlNode& item : links->items) {
      const YamlNode* ends = item.find("between");
      if (ends == nullptr || ends->items.size() != 2) continue;
      const std::string& one = ends->items[0].text;
      const std::string& other = ends->items[1].text;
      if ((one == lower && other == higher) || (one == higher && other == lower)) return item.where();
    }
  }
  for (const char* key : {"vertical_link_bytes", "global_link_bytes", "flit_bytes", "topology"}) {
    if (const YamlNode* value = place.section->find(key)) return value->where();
  }
  return place.section->where();
}

}  // namespace

OwnLink ReadLink::own() const { return {std::min(from, to), std::max(from, to), shape}; }

std::optional<ReadLink> read_link(const YamlNode& node, const std::string& what, std::uint32_t routers,
                                  Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  MapReader map(node, what, diagnostics);
  if (!node.is_map()) return std::nullopt;
  ReadLink link;
  const YamlNode* ends = map.find("between");
  if (ends == nullptr) {
    map.error("between", "is missing (the two routers, [0, 1])");
  } else if (!ends->is_sequence() || ends->items.size() != 2) {
    map.error("between", ends->is_sequence()
                             ? "must be a list of two routers, not of " + std::to_string(ends->items.size())
                             : "must be a list of two routers, not " + describe(*ends));
  } else {
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string name = map.path("between") + '[' + std::to_string(i) + ']';
      const auto router = read_integer(ends->items[i], name, 0, routers - 1, diagnostics);
      if (router) (i == 0 ? link.from : link.to) = static_cast<std::uint32_t>(*router);
    }
  }
  map.integer("cycles", link.shape.cycles, 1, kMostOwnLinkCycles);
  map.integer("bytes", link.shape.bytes, 1, kMostFlitBytes);
  map.finish();
  if (diagnostics.size() != before) return std::nullopt;
  return link;
}

void read_links_key(MapReader& map, InterconnectConfig& net) {
  const YamlNode* list = map.node().find("links");
  if (list == nullptr) return;
  if (!list->is_sequence()) {
    map.error("links", "must be a list of maps, not " + describe(*list));
    return;
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const YamlNode& item = list->items[i];
    const std::string what = map.path("links") + '[' + std::to_string(i) + ']';
    const auto link = read_link(item, what, kMostRouters, map.diagnostics());
    if (!link) continue;
    if (link->shape.cycles == 0 && link->shape.bytes == 0) {
      map.diagnostics().error(item.where(), what + " needs `cycles`, `bytes` or both");
    }
    const OwnLink own = link->own();
    if (!seen.insert({own.lower, own.higher}).second) {
      map.diagnostics().error(item.where(), what + " repeats the link between " + between(own.lower, own.higher) +
                                                " (a link goes both ways)");
    }
    net.links.push_back(own);
  }
  sort_links(net.links);
}

void sort_links(OwnLinks& links) {
  std::sort(links.begin(), links.end(), [](const OwnLink& a, const OwnLink& b) {
    return std::make_pair(a.lower, a.higher) < std::make_pair(b.lower, b.higher);
  });
}

void check_links(const InterconnectConfig& config, const Topology& topology, const InterconnectPlace& place,
                 Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  for (const OwnLink& link : config.links) {
    if (is_link_of(topology, link)) continue;
    diagnostics.error(where_of(place, link.lower, link.higher), place.path + ".links: the topology " + config.topology +
                                                                    " has no link between " +
                                                                    between(link.lower, link.higher));
  }
  if (diagnostics.size() != before) return;
  for (std::uint32_t r = 0; r < topology.routers(); ++r) {
    for (std::uint32_t p = 0; p < topology.ports(r); ++p) {
      const std::uint32_t bytes = link_bytes(config, topology, r, p);
      const std::uint32_t cycles = link_times(config, topology, r, p).flit_cycles;
      if (bytes <= config.flit_bytes && cycles <= kMostFlitCycles) continue;
      const std::uint32_t far = topology.neighbour(r, p).router;
      const std::string which = place.path + ": the link between " + between(r, far) + " carries " +
                                std::to_string(bytes) + " bytes per cycle and must carry ";
      const std::string flit = " (flit_bytes is " + std::to_string(config.flit_bytes) + ")";
      diagnostics.error(where_of(place, r, far),
                        bytes > config.flit_bytes
                            ? which + std::to_string(config.flit_bytes) + " at most, a flit" + flit
                            : which + std::to_string((config.flit_bytes + kMostFlitCycles - 1) / kMostFlitCycles) +
                                  " at least, so that a flit takes at most " + std::to_string(kMostFlitCycles) +
                                  " cycles" + flit);
      return;
    }
  }
}

}  // namespace gantry
