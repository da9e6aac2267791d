// SPDX-License-Identifier: Apache-2.0
// Energy of an interconnect alone, with the figures and estimators of a machine's cost.
#pragma once

#include "gantry/cost/figures.h"
#include "gantry/cost/machine_cost.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/network_stats.h"

namespace gantry {
inline namespace cost {

/// Returns the dynamic energy, in pJ, of all flits in `traffic`: through routers, by their ports, and over links, by
/// their lengths. Without leakage and clock. Endpoints have tiles of the figure `tile_side`. Precondition: there is a
/// terminal.
[[nodiscard]] CostSum traffic_energy_pj(const InterconnectConfig& config, const InterconnectTraffic& traffic,
                                        const CostFigures& figures);

}  // namespace cost
}  // namespace gantry
