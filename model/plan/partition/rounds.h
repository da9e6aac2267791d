// SPDX-License-Identifier: Apache-2.0
// The rounds of source 000 ([0051] to [0085]): compute the gains of the boundary tasks, move one candidate, repeat.
#pragma once

#include <cstdint>

#include "gantry/plan/partition/refinement.h"

namespace gantry::plan {

/// Moves one candidate per round, until the options' end, with RefineUntil::stable until no candidate is left. Every
/// move reduces what the objective counts first. Returns the number of moves. Precondition: another mode than
/// RoundMode::together, which is run_together().
std::uint64_t run_rounds(Partition& partition, const RefineOptions& options, const RefineControl& control);

}  // namespace gantry::plan
