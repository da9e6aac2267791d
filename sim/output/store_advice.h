// SPDX-License-Identifier: Apache-2.0
// Reads of data objects that larger local stores would have saved (gantry/explain/store_reuse.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/platform/architecture.h"
#include "gantry/scheduler/records.h"
#include "gantry/workload/workload.h"
#include "output/task_name.h"

namespace gantry {

struct StoreAdvice {
  std::uint64_t bytes = 0;   ///< size of a store, a power of two
  std::uint64_t reads = 0;   ///< bytes that jobs would have read from global memory with stores of this size
  std::uint64_t fewest = 0;  ///< the same with stores that hold everything
};

/// Returns the smallest stores that save at least nine tenths of what can be saved of `reads`, the bytes of objects
/// that the run's jobs read from global memory; nothing: stores larger than those of the run save less than a tenth of
/// them.
[[nodiscard]] std::optional<StoreAdvice> store_advice(const std::vector<JobRecord>& jobs, const Workload& workload,
                                                      const TaskName& task_name, const Architecture& architecture,
                                                      std::uint64_t reads);

}  // namespace gantry
