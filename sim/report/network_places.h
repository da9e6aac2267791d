// SPDX-License-Identifier: Apache-2.0
// Where a picture of the network puts its routers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/network/topology.h"

namespace gantry {

struct NetworkPlaces {
  std::string topology;     ///< empty: not known
  std::vector<Spot> spots;  ///< of every router; empty: not known
};

/// By the interconnect's section of the experiment, which stands at the top, in `architecture` or in `serving`. Not
/// known where the text has none, or one of another number of routers.
NetworkPlaces network_places(const std::string& experiment, std::uint32_t routers, std::uint32_t terminals);

}  // namespace gantry
