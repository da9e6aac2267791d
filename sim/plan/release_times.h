// SPDX-License-Identifier: Apache-2.0
// Tasks that are submitted over time: plans that know it say so.
#pragma once

#include <vector>

#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Parameter of a plan: `submit` where no task starts before its `submit` cycle. Plans without it take all tasks to be
/// there in cycle 0.
inline constexpr const char* kReleases = "releases";
inline constexpr const char* kReleasedBySubmit = "submit";

/// By task; empty if all are there in cycle 0.
std::vector<plan::Time> submit_times(const Workload& workload);

/// Those that the plan says it was made with.
std::vector<plan::Time> releases_of(const plan::Values& parameters, const Workload& workload);

}  // namespace gantry
