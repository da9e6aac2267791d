// SPDX-License-Identifier: Apache-2.0
// Levers: resources that may shorten a run, and the most cycles that they can save. The promise follows from the bounds
// that do not depend on these resources: however much there is of them, no run is shorter than those bounds.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "gantry/explain/bound_table.h"
#include "gantry/explain/causes.h"
#include "gantry/explain/latency_slices.h"
#include "gantry/explain/resources.h"

namespace gantry {
inline namespace explain {

/// Most resources that a lever names, and most levers that are named.
inline constexpr std::size_t kMostOfLever = 5;
inline constexpr std::size_t kMostLevers = 3;

/// Resources of one part of the machine.
struct Lever {
  std::vector<const Resource*> resources;  ///< 1..kMostOfLever, the most promising first
  Cycle most_saved = 0;                    ///< no values of them save more
};

/// Where a run's cycles went, by cause.
struct PathFacts {
  std::array<Cycle, kCauses> causes{};  ///< cycles of the path
  std::array<Cycle, kCauses> held{};    ///< CriticalPath::held
};

/// Returns the most cycles that more of these resources can save of a run of `cycles`.
[[nodiscard]] Cycle most_saved(const std::vector<const Resource*>& resources, const Bounds& bounds, Cycle cycles);

/// Returns the levers, the most promising first and faster processors last; empty: none is worth a try. A resource may
/// save the cycles of the path with its causes, or half of a bound that is inversely proportional to it. `has`: whether
/// the run can have more of a resource.
[[nodiscard]] std::vector<Lever> levers(const PathFacts& path, const Bounds& bounds, const LatencySlices& slices,
                                        Cycle cycles, const std::function<bool(const Resource&)>& has);

/// A cause for which ready tasks of the critical path waited, and how long.
struct Loss {
  Cause cause = Cause::host;
  Cycle held = 0;  ///< cycles, more than 0
};
/// Returns the cause for which they waited longest, of those that some resource shortens; nothing: they waited for none
/// of them. `held`: CriticalPath::held.
[[nodiscard]] std::optional<Loss> largest_loss(const std::array<Cycle, kCauses>& held);

}  // namespace explain
}  // namespace gantry
