// SPDX-License-Identifier: Apache-2.0
// Beyond the source: simulated annealing, for graphs with weights so different that passes end early.
#pragma once

#include <cstdint>

#include "gantry/plan/partition/refinement.h"

namespace gantry::plan {

/// Moves and swaps random tasks, and accepts less and less growth of the cut. Excess over a limit is penalised more and
/// more, so the search may pass through partitions that the limits forbid. Each of several runs ends with passes. A
/// partition within the limits with a smaller cut replaces the current one. The work is bounded, so large graphs get
/// none. Adds to result.anneals.
void run_annealing(Partition& partition, const std::vector<std::uint32_t>& rank, std::uint64_t seed,
                   const RefineControl& control, Refined& result);

}  // namespace gantry::plan
