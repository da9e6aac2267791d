// SPDX-License-Identifier: Apache-2.0
// A workload that is executed several times, as one workload.
#pragma once

#include <cstdint>

#include "gantry/workload/workload.h"

namespace gantry {

/// Returns the workload. Execution e of task `id` is named `id@e`. Executions do not depend on each other, and follow
/// each other in the order of tasks.
Workload repeated_workload(const Workload& workload, std::uint32_t executions);

}  // namespace gantry
