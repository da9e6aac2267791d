// SPDX-License-Identifier: Apache-2.0
// Positions of the routers in a picture of the network.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/network/topology.h"

namespace gantry {

struct NetworkPlaces {
  std::string topology;     ///< empty: unknown
  std::vector<Spot> spots;  ///< position of every router; empty: unknown
};

/// Returns the positions from the interconnect's section of an experiment's text, at the top level, in `architecture`
/// or in `serving`. Unknown if there is none, or if it has another number of routers.
NetworkPlaces network_places(const std::string& experiment, std::uint32_t routers, std::uint32_t terminals);

}  // namespace gantry
