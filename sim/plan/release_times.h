// SPDX-License-Identifier: Apache-2.0
// Release times in plans: tasks that are submitted over time.
#pragma once

#include <vector>

#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Name of a plan's parameter: `submit` if no task starts before its `submit` cycle. Plans without it assume that all
/// tasks are released in cycle 0.
inline constexpr const char* kReleases = "releases";
inline constexpr const char* kReleasedBySubmit = "submit";

/// Returns the release of each task; empty: all are released in cycle 0.
std::vector<plan::Time> submit_times(const Workload& workload);

/// Returns the release times that the plan was made with.
std::vector<plan::Time> releases_of(const plan::Values& parameters, const Workload& workload);

}  // namespace gantry
