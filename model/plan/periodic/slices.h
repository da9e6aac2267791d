// SPDX-License-Identifier: Apache-2.0
// Starts of the search: the graph cut into one slice per period of an execution.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

/// Assignment of copies to slices.
struct SliceRule {
  /// Position of a copy by its longest path from the beginning: as early as possible (0), as late as possible (4), or
  /// between.
  std::uint32_t quarters_late = 0;
  /// Instead: the relative position of the copy on the longest path through it.
  bool own_path = false;
};

/// Slices run in the same period for different executions, so they do not wait for each other. What remains is a
/// schedule of `retiming` + 1 small graphs on the given processors, by list scheduling in time with the longest path to
/// the end of the slice first. If it fits the period and transfers between slices fit into a period's rest, the largest
/// retiming is as requested; else it follows from the orders of the copies. Returns a legal schedule with retimings.
PeriodicSchedule schedule_slices(const Copies& copies, const std::vector<std::uint32_t>& processor,
                                 std::uint64_t retiming, const SliceRule& rule);

/// Returns the best schedule for retimings from `least` to below `known`, within `work` visited copies and edges; empty
/// if none is below `known`.
std::vector<PeriodicSchedule> best_slices(const Copies& copies, const std::vector<std::uint32_t>& processor,
                                          std::uint64_t least, std::uint64_t known, std::uint64_t work);

}  // namespace gantry::plan
