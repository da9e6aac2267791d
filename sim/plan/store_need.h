// SPDX-License-Identifier: Apache-2.0
// What the tasks of a replay need of the local stores where the plan puts them.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/saturating.h"
#include "gantry/base/types.h"
#include "gantry/platform/store_list.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Processors of each task, by task index.
using PlacedProcessors = std::vector<std::vector<ProcessorId>>;

struct StoreNeed {
  std::uint64_t kept = 0;      ///< bytes of the objects without a writer that tasks there read, each once
  std::uint64_t job = 0;       ///< most bytes of written objects that a job there reads and writes
  std::uint32_t task = kNone;  ///< the first task with such a job; kNone: no task there has data

  /// Bytes with which what is kept never leaves; 2^64 - 1 if the sum would exceed it.
  [[nodiscard]] std::uint64_t bytes() const { return saturating_add(kept, job); }
};

/// Returns the needs by store.
[[nodiscard]] std::vector<StoreNeed> store_needs(const Workload& workload, const PlacedProcessors& processors,
                                                 const StoreList& stores);

/// Returns for every object whether it stays in each store that it comes to: no task writes it, and its readers' stores
/// hold what they need.
[[nodiscard]] std::vector<bool> kept_objects(const Workload& workload, const PlacedProcessors& processors,
                                             const StoreList& stores);

}  // namespace gantry
