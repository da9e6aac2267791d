// SPDX-License-Identifier: Apache-2.0
// Reader of a partition given by the user, in one of three forms:
// - a plan whose placements have a `part`;
// - a map from part to the list of its tasks' ids, {a: [1, 2], b: [3]}; the first part is 0;
// - the part numbers as text, one for each task in workload order, as METIS writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Returns the part of every task. Reports with positions: tasks without a part or with two, unknown tasks, part
/// numbers of `parts` or more, parts without a task.
std::optional<std::vector<std::uint32_t>> load_parts(const std::string& path, const Workload& workload,
                                                     std::uint32_t parts, Diagnostics& diagnostics);

}  // namespace gantry
