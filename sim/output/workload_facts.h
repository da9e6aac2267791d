// SPDX-License-Identifier: Apache-2.0
// Output of `gantry workload info`. docs/workloads.md explains the keys.
#pragma once

#include <string>

#include "gantry/workload/workload.h"

namespace gantry {

/// Returns JSON with a final newline. `lowered`: the workload after its lowering; nullptr: it has no operators.
/// Precondition: the graph has no cycle.
std::string workload_facts_json(const Workload& workload, const Workload* lowered = nullptr);

}  // namespace gantry
