// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/link_shape.h"

#include <algorithm>
#include <utility>

#include "gantry/network/interconnect_config.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

namespace {

LinkShape shape_of(const InterconnectConfig& config, const Topology& topology, std::uint32_t router,
                   std::uint32_t port) {
  LinkShape shape = topology.link_shape(router, port);
  if (const OwnLink* own = find_link(config.links, router, topology.neighbour(router, port).router)) {
    if (own->shape.cycles != 0) shape.cycles = own->shape.cycles;
    if (own->shape.bytes != 0) shape.bytes = own->shape.bytes;
  }
  if (shape.cycles == 0) shape.cycles = config.link_cycles;
  if (shape.bytes == 0) shape.bytes = config.flit_bytes;
  return shape;
}

}  // namespace

bool is_link_of(const Topology& topology, const OwnLink& link) {
  if (link.lower >= topology.routers() || link.higher >= topology.routers()) return false;
  for (std::uint32_t p = 0; p < topology.ports(link.lower); ++p) {
    if (topology.neighbour(link.lower, p).router == link.higher) return true;
  }
  return false;
}

const OwnLink* find_link(const OwnLinks& links, std::uint32_t a, std::uint32_t b) {
  const std::pair<std::uint32_t, std::uint32_t> ends = {std::min(a, b), std::max(a, b)};
  const auto found = std::lower_bound(links.begin(), links.end(), ends, [](const OwnLink& link, const auto& at) {
    return std::make_pair(link.lower, link.higher) < at;
  });
  return found != links.end() && found->lower == ends.first && found->higher == ends.second ? &*found : nullptr;
}

LinkTimes link_times(const InterconnectConfig& config, const Topology& topology, std::uint32_t router,
                     std::uint32_t port) {
  const LinkShape shape = shape_of(config, topology, router, port);
  return {shape.cycles, (config.flit_bytes + shape.bytes - 1) / shape.bytes};
}

std::uint32_t link_bytes(const InterconnectConfig& config, const Topology& topology, std::uint32_t router,
                         std::uint32_t port) {
  return shape_of(config, topology, router, port).bytes;
}

}  // namespace network
}  // namespace gantry
