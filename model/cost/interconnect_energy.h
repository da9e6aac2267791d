// SPDX-License-Identifier: Apache-2.0
// What an interconnect alone takes for its traffic, with the figures and estimators that a machine's is made of.
#pragma once

#include "gantry/cost/figures.h"
#include "gantry/cost/machine_cost.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/network_stats.h"

namespace gantry {
inline namespace cost {

/// Dynamic energy, in pJ, of all flits that `traffic` counts: through its routers, by their ports, and over its links,
/// by their lengths. Leakage and clock are not in it. Endpoints have tiles of the figure `tile_side`.
[[nodiscard]] CostSum traffic_energy_pj(const InterconnectConfig& config, const InterconnectTraffic& traffic,
                                        const CostFigures& figures);

}  // namespace cost
}  // namespace gantry
