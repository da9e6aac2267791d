// SPDX-License-Identifier: Apache-2.0
// Beyond the source: multilevel refinement, for improvements that no single task can make. Neighbours in one part are
// joined to pairs, pairs to groups, until few groups are left. Passes move the groups, then the pairs inside, down to
// single tasks.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/partition/refinement.h"

namespace gantry::plan {

/// Repeats with other pairs while the cut gets smaller, up to a limit. Adds to result.cycles, passes and pass_moves.
void run_cycles(Partition& partition, const std::vector<std::uint32_t>& rank, std::uint64_t seed,
                const RefineControl& control, Refined& result);

}  // namespace gantry::plan
