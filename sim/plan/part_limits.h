// SPDX-License-Identifier: Apache-2.0
// Capacities of the parts of a partition: given as numbers, or by the clusters of a machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/platform/architecture.h"

namespace gantry {

/// Reads numbers above 0 and below 2^62, separated by commas. Returns nothing after an error, which names the option.
std::vector<std::uint64_t> read_capacities(const std::string& text, const std::string& option,
                                           Diagnostics& diagnostics);

/// Returns each cluster's share of the work, in ascending order of cluster numbers: the sum of its processors' speeds,
/// as smallest whole numbers.
std::vector<std::uint64_t> cluster_shares(const Architecture& architecture);

/// Returns for each processor the index of its cluster.
std::vector<std::uint32_t> cluster_places(const Architecture& architecture);

/// Returns the numbers separated by commas.
std::string list_text(const std::vector<std::uint64_t>& numbers);

}  // namespace gantry
