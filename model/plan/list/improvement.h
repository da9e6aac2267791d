// SPDX-License-Identifier: Apache-2.0
// A local search that starts from any schedule and never ends with a longer one.
#pragma once

#include <cstdint>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

struct ImprovementControl {
  std::uint64_t moves = 0;  ///< that are tried, at most
  std::uint64_t seed = 1;
  Time bound = 0;  ///< no schedule is shorter: one of this length ends the search
};

struct Improvement {
  Schedule schedule;
  std::uint64_t moves = 0;     ///< that were tried
  std::uint64_t accepted = 0;  ///< that were kept for a while
};

/// A schedule is a list of all tasks, topological, and a processor for each: every task starts as soon as its data, its
/// release and the tasks before it on its processor allow. The schedule given is such a list, sorted by start.
///
/// A move takes one task of the chain that ends last to another processor, elsewhere in the list, or both, or lets it
/// change processors with another one; every 16th (the first, too) plans all tasks anew backwards from the end of the
/// list, and what that makes forwards again, each task to where it is done first (double justification: Valls,
/// Ballestin, Quintanilla 2005, here with a list that is shaken a little). What a move makes is kept unless it is
/// longer than the shortest schedule so far by more than an allowance, which falls from the whole makespan to nothing
/// in 200 moves, again and again. The result is the shortest schedule, the first of several. Precondition: the schedule
/// keeps the rules.
Improvement improve(const ListProblem& problem, const Schedule& start, const ImprovementControl& control);

}  // namespace gantry::plan
