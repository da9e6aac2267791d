// SPDX-License-Identifier: Apache-2.0
// What the parts of a partition may hold, as a user says it: capacities in numbers, or the clusters of a machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/platform/architecture.h"

namespace gantry {

/// Numbers above 0 with commas between them, below 2^62; nothing after an error, which names the option.
std::vector<std::uint64_t> read_capacities(const std::string& text, const std::string& option,
                                           Diagnostics& diagnostics);

/// The clusters' shares of the work, in ascending order of their numbers: the sum of their processors' speeds, in the
/// smallest whole numbers.
std::vector<std::uint64_t> cluster_shares(const Architecture& architecture);

/// By processor, the place of its cluster among all of them.
std::vector<std::uint32_t> cluster_places(const Architecture& architecture);

/// Numbers with commas between them.
std::string list_text(const std::vector<std::uint64_t>& numbers);

}  // namespace gantry
