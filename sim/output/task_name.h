// SPDX-License-Identifier: Apache-2.0
// Names of tasks (of serving: sessions) in reports, and their links in the graph.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "gantry/scheduler/records.h"
#include "gantry/workload/task.h"

namespace gantry {

/// Returns the name by host task number.
using TaskName = std::function<std::string(std::uint64_t number)>;
/// Returns predecessors and successors; empty: unknown.
using TaskLinksOf = std::function<TaskLinks(const TaskRecord& task)>;

}  // namespace gantry
