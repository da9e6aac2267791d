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

/// A job of a task, and the bytes of data objects that it needs at once.
struct JobData {
  std::uint32_t job = 0;
  std::uint64_t bytes = 0;
};

/// Returns the bytes of all parts that a job of `task` reads or writes, each part once. `objects`: object_shapes() of
/// its workload. The sum stays at 2^64 - 1 if it would exceed it.
[[nodiscard]] std::uint64_t job_data_bytes(const WorkloadTask& task, const std::vector<ObjectShape>& objects,
                                           std::uint32_t job);

/// Returns the job of `task` that needs the most bytes, of several the first. Of an event task it is job 0 with 0
/// bytes.
[[nodiscard]] JobData largest_job_data(const WorkloadTask& task, const std::vector<ObjectShape>& objects);

}  // namespace workload
}  // namespace gantry
