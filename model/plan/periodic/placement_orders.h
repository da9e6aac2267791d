// SPDX-License-Identifier: Apache-2.0
// Several ways to place copies in the period on given processors, as starts of the search for a small prologue.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

/// Source 001, claim 6. The longest unplaced copy is the key node. Its predecessors, longest first, are placed as late
/// as possible before it, then their predecessors. Ties: workload order, then copy. `steps`, unless nullptr, receives
/// the copies in the order in which they are placed.
struct KeyNodeStep {
  std::uint32_t copy = 0;
  std::optional<std::uint32_t> before;  ///< the successor before which it is placed; nothing: it is a key node
};
PeriodicSchedule adjust_by_key_nodes(const Copies& copies, const std::vector<std::uint32_t>& processor,
                                     std::vector<KeyNodeStep>* steps = nullptr);

/// From the sources of the graph: always the copy that may start earliest, as early as possible.
PeriodicSchedule place_earliest_first(const Copies& copies, const std::vector<std::uint32_t>& processor);

/// From the sinks of the graph: always the copy that may finish latest, as late as possible.
PeriodicSchedule place_latest_first(const Copies& copies, const std::vector<std::uint32_t>& processor);

/// The same two for many short copies. A period is cut into `spans` that are filled evenly and packed afterwards.
/// Transfers to other processors get `margin` additional cycles, because packing moves copies.
PeriodicSchedule place_in_spans(const Copies& copies, const std::vector<std::uint32_t>& processor, std::uint32_t spans,
                                Time margin, bool latest);

}  // namespace gantry::plan
