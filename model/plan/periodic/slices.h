// SPDX-License-Identifier: Apache-2.0
// A start for the search: the graph cut into as many slices as there are periods from its beginning to its end.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

/// Which copies are in which slice.
struct SliceRule {
  /// By how much of the graph's longest path is before a copy if it is as early as it can be (0), as late (4), or
  /// between the two.
  std::uint32_t quarters_late = 0;
  /// In place of that: where the copy is on the longest path through it.
  bool own_path = false;
};

/// Slices run in the same period, each for another execution of the graph, so that they do not wait for each other:
/// what is left is a schedule of `retiming` + 1 small graphs on the given processors, made by list scheduling in time,
/// the longest path to the end of the slice first. If it fits into the period and no transfer between slices is longer
/// than a period leaves, the largest retiming is the one asked for; else it is what the orders of the copies make of
/// it. A legal schedule, with retiming.
PeriodicSchedule schedule_slices(const Copies& copies, const std::vector<std::uint32_t>& processor,
                                 std::uint64_t retiming, const SliceRule& rule);

/// The best of several for retimings from `least` to below `known`, as many as `work` (in copies and edges looked at)
/// allows; nothing if none is below `known`.
std::vector<PeriodicSchedule> best_slices(const Copies& copies, const std::vector<std::uint32_t>& processor,
                                          std::uint64_t least, std::uint64_t known, std::uint64_t work);

}  // namespace gantry::plan
