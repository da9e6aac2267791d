// SPDX-License-Identifier: Apache-2.0
// How far a retiming can be from the least: a bound from what the copies need of the processors in every part of the
// period, beside their longest chain.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

/// No schedule of these copies has a smaller largest retiming, with this assignment, or with any to so many processors
/// if `assigned` is null. Never below least_retiming(), and at most `known`, which somebody has reached; it ends there,
/// or after a bounded amount of work with what it has proved until then.
std::uint64_t retiming_bound(const Copies& copies, const std::vector<std::uint32_t>* assigned, std::uint32_t processors,
                             std::uint64_t known);

}  // namespace gantry::plan
