// SPDX-License-Identifier: Apache-2.0
// Local search from a given schedule. Its result is never longer.
#pragma once

#include <cstdint>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

struct ImprovementControl {
  std::uint64_t moves = 0;  ///< most moves to try
  std::uint64_t seed = 1;
  Time bound = 0;  ///< lower bound of all schedules; the search ends when it is reached
};

struct Improvement {
  Schedule schedule;
  std::uint64_t moves = 0;     ///< moves tried
  std::uint64_t accepted = 0;  ///< moves accepted, also those that were undone later
};

/// A schedule is represented by a topological list of all tasks and a processor for each. Every task starts as soon as
/// its data, its release and the earlier tasks on its processor allow.
///
/// A move changes one task of the chain that ends last: its processor, its position in the list, or both, or it swaps
/// processors with another task. Every 16th move, the first included, is a double justification (Valls, Ballestin,
/// Quintanilla 2005) with a slightly shuffled list: all tasks are planned anew backwards from the end, then forwards,
/// each where it finishes first. A move is accepted unless it exceeds the shortest schedule by more than an allowance.
/// The allowance falls from the makespan to 0 within 200 moves, and starts again. Returns the shortest schedule; the
/// first one wins a tie. Precondition: `start` obeys the rules.
Improvement improve(const ListProblem& problem, const Schedule& start, const ImprovementControl& control);

}  // namespace gantry::plan
