// SPDX-License-Identifier: Apache-2.0
// Beyond the source: annealing, for graphs whose weights differ so much that passes end early.
#pragma once

#include <cstdint>

#include "gantry/plan/partition/refinement.h"

namespace gantry::plan {

/// Moves and swaps of random tasks, less and less of what makes the cut larger; what is over a limit counts, too, more
/// and more, so that the way may lead through partitions that the limits forbid. Several times, ended by passes; a
/// partition within the limits whose cut is smaller takes the place of the one that is there. Within a bound of work
/// that leaves nothing for large graphs. Adds to result.anneals.
void run_annealing(Partition& partition, const std::vector<std::uint32_t>& rank, std::uint64_t seed,
                   const RefineControl& control, Refined& result);

}  // namespace gantry::plan
