// SPDX-License-Identifier: Apache-2.0
// Beyond the source: moves of groups of tasks, for what no single task can put right. Neighbours of one part are joined
// in pairs, pairs in pairs, until few groups are left; passes move these, then the pairs that they were made of, down
// to the tasks.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/partition/refinement.h"

namespace gantry::plan {

/// Repeats it with other pairs as long as that makes the cut smaller, up to a bound. Adds to result.cycles, passes and
/// pass_moves.
void run_cycles(Partition& partition, const std::vector<std::uint32_t>& rank, std::uint64_t seed,
                const RefineControl& control, Refined& result);

}  // namespace gantry::plan
