// SPDX-License-Identifier: Apache-2.0
// How reports call a task (of serving: a session), and what they know of its place in the graph.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "gantry/scheduler/records.h"
#include "gantry/workload/task.h"

namespace gantry {

/// By host task number.
using TaskName = std::function<std::string(std::uint64_t number)>;
/// Predecessors and successors; empty: nobody knows.
using TaskLinksOf = std::function<TaskLinks(const TaskRecord& task)>;

}  // namespace gantry
