// SPDX-License-Identifier: Apache-2.0
// Results of a network experiment: its loads in order, and saturation.
#pragma once

#include <optional>
#include <vector>

#include "network/network_bounds.h"
#include "network/network_point.h"
#include "network/saturation_search.h"

namespace gantry {

struct NetworkResult {
  bool complete = false;                ///< false: interrupted; the results so far are valid
  std::optional<NetworkBounds> bounds;  ///< nothing for a trace
  std::vector<NetworkPoint> points;     ///< loads that ran to their end
  std::optional<NetworkSaturation> saturation;

  /// All runs that were simulated to their end.
  [[nodiscard]] SimulatedRuns simulated() const {
    SimulatedRuns all;
    for (const NetworkPoint& point : points) all += point.simulated;
    if (saturation) all += saturation->simulated;
    return all;
  }
};

}  // namespace gantry
