// SPDX-License-Identifier: Apache-2.0
// Lower bound of the largest retiming: from the demand of the copies on the processors in every part of the period,
// beside their longest chain.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

/// Returns a lower bound for this assignment, or for any assignment to `processors` if `assigned` is nullptr. At least
/// least_retiming() and at most `known`, a value that was reached. Ends there, or after a bounded amount of work.
std::uint64_t retiming_bound(const Copies& copies, const std::vector<std::uint32_t>* assigned, std::uint32_t processors,
                             std::uint64_t known);

}  // namespace gantry::plan
