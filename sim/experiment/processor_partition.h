// SPDX-License-Identifier: Apache-2.0
// Partition of the processors into parts that the tasks of an experiment cannot distinguish: each task may run on all
// processors of a part or on none.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/error.h"

namespace gantry {

struct Experiment;

struct ProcessorPartition {
  std::vector<std::uint32_t> part_of;  ///< part of each processor
  std::uint32_t parts = 0;
};

/// Computes the partition. Processors that no task may run on are a part, too. Returns nothing, and a diagnostic with
/// the two tasks, if their sets of processors overlap partly. Precondition: check_feasible() found nothing.
Result<ProcessorPartition> partition_processors(const Experiment& experiment);

}  // namespace gantry
