// SPDX-License-Identifier: Apache-2.0
// Rules of the data objects of a workload (docs/data.md).
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Checks the uses of all objects, and adds the writers of what a task reads to its predecessors, each once. Reports
/// at the use or the object: two writers, a task that uses an object twice or reads what it writes, `parts` of a
/// written object, `keep` of another one, and a use that depends on the alternative of a branch. Notes an object that
/// nobody uses. Returns false after an error. Precondition: the indices of all uses are right.
bool connect_data(Workload& workload, Diagnostics& diagnostics);

/// Returns for every task a number that two tasks share if every instance has both or neither: those of one
/// alternative of a branch, and those of none.
std::vector<std::uint32_t> fates_of(const Workload& workload);

}  // namespace gantry
