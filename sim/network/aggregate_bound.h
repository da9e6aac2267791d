// SPDX-License-Identifier: Apache-2.0
// What all sources of a pattern can send together, however unevenly.
#pragma once

#include <cstdint>
#include <optional>

#include "network/network_experiment.h"

namespace gantry {

/// Of how many nodes at most: the time grows with the cube.
inline constexpr std::uint32_t kMostNodesInAll = 256;

/// Flits per cycle and node that no state of the network can carry more of in the long run; nothing for a trace, for
/// replies, for adaptive routes, or for more nodes.
std::optional<double> aggregate_bound(const NetworkExperiment& experiment);

}  // namespace gantry
