// SPDX-License-Identifier: Apache-2.0
// Lower bound of the largest retiming: from the demand of the copies on the processors in every part of the period,
// beside their longest chain.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

/// Returns a lower bound of the largest retiming, in periods. `assigned[c]`: processor of copy c; nullptr: the bound
/// holds for any assignment to `processors` processors. `known`: largest retiming of a known schedule. The bound is at
/// most `known`, and at least least_retiming() if that is not above `known`. The work is limited, so the bound may be
/// lower than what could be proven.
std::uint64_t retiming_bound(const Copies& copies, const std::vector<std::uint32_t>* assigned, std::uint32_t processors,
                             std::uint64_t known);

}  // namespace gantry::plan
