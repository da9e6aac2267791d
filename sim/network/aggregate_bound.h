// SPDX-License-Identifier: Apache-2.0
// Upper bound of the load that all sources of a pattern can send together.
#pragma once

#include <cstdint>
#include <optional>

#include "network/network_experiment.h"

namespace gantry {

/// Most nodes for which the bound is computed: time grows with the cube.
inline constexpr std::uint32_t kMostNodesInAll = 256;

/// Returns the bound in flits per cycle and node in the long run, however uneven the sources are. Nothing for a trace,
/// replies, adaptive routes, or too many nodes.
std::optional<double> aggregate_bound(const NetworkExperiment& experiment);

}  // namespace gantry
