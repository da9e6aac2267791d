// SPDX-License-Identifier: Apache-2.0
// Random links that are longer, shorter or narrower than the others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "gantry/network/interconnect_config.h"
#include "gantry/network/topology.h"
#include "random_keys.h"

namespace gantry {

/// Of `percent` of a topology's links.
inline OwnLinks random_links(Dice& dice, const InterconnectConfig& config, const Topology& topology,
                             std::uint32_t percent) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, LinkShape> shapes;
  for (std::uint32_t r = 0; r < topology.routers(); ++r) {
    for (std::uint32_t p = 0; p < topology.ports(r); ++p) {
      const std::uint32_t far = topology.neighbour(r, p).router;
      if (far < r || !dice.chance(percent)) continue;
      LinkShape& shape = shapes[{r, far}];
      shape.cycles = dice.one_of({0, 1, 2, 7, 70});
      if (dice.chance(50)) shape.bytes = std::max((config.flit_bytes + 9) / 10, dice.between(1, config.flit_bytes));
    }
  }
  OwnLinks links;
  for (const auto& [ends, shape] : shapes) links.push_back({ends.first, ends.second, shape});
  return links;
}

}  // namespace gantry
