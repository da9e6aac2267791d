// SPDX-License-Identifier: Apache-2.0
// A workload that is executed many times, as one workload.
#pragma once

#include <cstdint>

#include "gantry/workload/workload.h"

namespace gantry {

/// Execution e of task `id` is called `id@e`; executions do not depend on each other. All of execution 0 comes first,
/// then all of execution 1, and so on.
Workload repeated_workload(const Workload& workload, std::uint32_t executions);

}  // namespace gantry
