// SPDX-License-Identifier: Apache-2.0
// What `gantry workload info` prints; docs/workloads.md explains the keys.
#pragma once

#include <string>

#include "gantry/workload/workload.h"

namespace gantry {

/// JSON with the final newline. Precondition: the graph has no cycle.
std::string workload_facts_json(const Workload& workload);

}  // namespace gantry
