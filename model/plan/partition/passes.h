// SPDX-License-Identifier: Apache-2.0
// Beyond the source: passes after Kernighan, Lin, Fiduccia and Mattheyses. A pass moves every task at most once, the
// best move first, and keeps the prefix of moves with the smallest cut.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/partition/refinement.h"

namespace gantry::plan {

/// Runs passes while the cut gets smaller. Adds to result.passes and result.pass_moves.
///
/// Of moves with equal gain (what the objective counts first, then second) the task with the lower rank wins, then a
/// part where it fits, then the lower part. A part may exceed its limit by one task if the next moves correct it, so
/// that tasks can swap between full parts. Only prefixes within the limits count.
void run_passes(Partition& partition, const std::vector<std::uint32_t>& rank, const RefineControl& control,
                Refined& result);

/// Perturbs and repairs: moves some tasks around a random task to any part where they fit, and runs passes. Restores
/// the partition if the cut is larger. Repeats within a bound of work, so that small graphs get many tries and large
/// ones none.
void run_shakes(Partition& partition, const std::vector<std::uint32_t>& rank, std::uint64_t seed,
                const RefineControl& control, Refined& result);

}  // namespace gantry::plan
