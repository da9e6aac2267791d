// SPDX-License-Identifier: Apache-2.0
// What a network experiment found: its loads in their order, and saturation.
#pragma once

#include <optional>
#include <vector>

#include "network/network_bounds.h"
#include "network/network_point.h"
#include "network/saturation_search.h"

namespace gantry {

struct NetworkResult {
  bool complete = false;                ///< false: interrupted; what there is is right
  std::optional<NetworkBounds> bounds;  ///< nothing for a trace
  std::vector<NetworkPoint> points;     ///< loads that came to their end
  std::optional<NetworkSaturation> saturation;
};

}  // namespace gantry
