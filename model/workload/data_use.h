// SPDX-License-Identifier: Apache-2.0
// Uses of the data objects of a workload by its tasks.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/workload/data_object.h"
#include "gantry/workload/workload.h"

namespace gantry {
inline namespace workload {

/// Returns for every object the index of the task that writes it; kNone: no task does.
[[nodiscard]] std::vector<std::uint32_t> object_writers(const Workload& workload);

/// Returns the objects as the machine sees them, by their index in Workload::data. Precondition: an object has one
/// writer at most, and that one has jobs.
[[nodiscard]] std::vector<ObjectShape> object_shapes(const Workload& workload);

}  // namespace workload
}  // namespace gantry
