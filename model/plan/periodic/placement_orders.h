// SPDX-License-Identifier: Apache-2.0
// Where copies go in the period, given their processors: several ways, from which the search for a small prologue
// starts.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

/// Source 001, claim 6: the longest copy that has no place yet is the key node; its predecessors, longest first, go as
/// late as they can before it, and theirs before them. Ties: workload order, then copy.
PeriodicSchedule adjust_by_key_nodes(const Copies& copies, const std::vector<std::uint32_t>& processor);

/// From the beginnings of the graph to its ends, always the copy that may start earliest, as early as it can.
PeriodicSchedule place_earliest_first(const Copies& copies, const std::vector<std::uint32_t>& processor);

/// From the ends of the graph to its beginnings, always the copy that may finish latest, as late as it can.
PeriodicSchedule place_latest_first(const Copies& copies, const std::vector<std::uint32_t>& processor);

/// The same two for many short copies: a processor's period is cut into `spans` that are filled about evenly, and
/// packed afterwards; what goes to another processor gets `margin` cycles more, since packing moves copies.
PeriodicSchedule place_in_spans(const Copies& copies, const std::vector<std::uint32_t>& processor, std::uint32_t spans,
                                Time margin, bool latest);

}  // namespace gantry::plan
