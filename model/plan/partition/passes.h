// SPDX-License-Identifier: Apache-2.0
// Beyond the source: passes in the manner of Kernighan, Lin, Fiduccia and Mattheyses. A pass moves every task at most
// once, the move that helps most (or harms least) first, and keeps the prefix with the smallest cut.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/partition/refinement.h"

namespace gantry::plan {

/// Runs passes while they make the cut smaller. Adds to result.passes and result.pass_moves.
///
/// Among moves of equal gain (what the objective counts first, then second) the task with the lower rank wins, then the
/// part where it fits, then the lower part. A part may be overfilled by one task if the next moves bring it down to the
/// limit again, so that tasks can change places where there is no room; a prefix counts only within the limit.
void run_passes(Partition& partition, const std::vector<std::uint32_t>& rank, const RefineControl& control,
                Refined& result);

/// Moves some tasks around a random place wherever they fit, whatever it costs, and runs passes; what made the cut
/// larger is taken back. Again and again, within a bound of work that makes it long for small graphs and nothing for
/// large ones.
void run_shakes(Partition& partition, const std::vector<std::uint32_t>& rank, std::uint64_t seed,
                const RefineControl& control, Refined& result);

}  // namespace gantry::plan
