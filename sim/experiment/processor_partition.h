// SPDX-License-Identifier: Apache-2.0
// Which processors the tasks of an experiment cannot tell apart: each task may run on all processors of a part or on
// none.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/error.h"

namespace gantry {

struct Experiment;

struct ProcessorPartition {
  std::vector<std::uint32_t> part_of;  ///< by processor
  std::uint32_t parts = 0;
};

/// Those that no task may run on are a part, too. Nothing if two tasks may run on processors of which some are the same
/// and some not: the diagnostic says which tasks. Precondition: check_feasible() found nothing.
Result<ProcessorPartition> partition_processors(const Experiment& experiment);

}  // namespace gantry
