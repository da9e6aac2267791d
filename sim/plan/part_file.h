// SPDX-License-Identifier: Apache-2.0
// A partition that the user gives, in any of three forms:
// - a plan whose placements have a `part`;
// - a map from part to the list of its tasks' ids, {a: [1, 2], b: [3]}: the first part is 0;
// - the numbers of the parts in text, one for each task in workload order, as METIS writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// The part of every task. Errors, with their positions: tasks without a part or with two, tasks that are not there,
/// parts from `parts` on, parts without a task.
std::optional<std::vector<std::uint32_t>> load_parts(const std::string& path, const Workload& workload,
                                                     std::uint32_t parts, Diagnostics& diagnostics);

}  // namespace gantry
