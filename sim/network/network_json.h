// SPDX-License-Identifier: Apache-2.0
// What `gantry network` answers, as JSON; docs/network.md says what each number means.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "network/network_point.h"
#include "network/saturation_search.h"

namespace gantry {

std::string network_json(const NetworkExperiment& experiment, const std::optional<NetworkBounds>& bounds,
                         const std::vector<NetworkPoint>& points, const std::optional<NetworkSaturation>& saturation);

}  // namespace gantry
