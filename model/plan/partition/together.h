// SPDX-License-Identifier: Apache-2.0
// Rounds that move all candidates at once (source 000 [0067], [0075] and claim 4). The gains are those at the beginning
// of the round, so two moves of one round can spoil each other: a round whose cut is not smaller is undone.
#pragma once

#include <cstdint>

#include "gantry/plan/partition/refinement.h"

namespace gantry::plan {

struct TogetherRounds {
  std::uint64_t rounds = 0;  ///< kept rounds
  std::uint64_t moves = 0;   ///< moves of them
};

/// Runs rounds until no candidate is left, a round does not reduce the cut, or with RefineUntil::source a round brings
/// no new task to the boundary. Tasks whose gains call for it move in candidate order, at most once per round, and only
/// where the balance allows it after the moves before.
TogetherRounds run_together(Partition& partition, const RefineOptions& options, const RefineControl& control);

}  // namespace gantry::plan
