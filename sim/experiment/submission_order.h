// SPDX-License-Identifier: Apache-2.0
// The order in which a machine's host submits a workload.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/platform/architecture.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// As submission_order() of the workload. `rank` takes the mean of jobs x (set-up + ceil(cycles / speed)), its own on
/// each type, over the processors that may run a task, in whole cycles.
std::vector<std::uint32_t> submission_order(const Workload& workload, const Architecture& architecture);

}  // namespace gantry
