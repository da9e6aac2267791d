// SPDX-License-Identifier: Apache-2.0
// What helps against what held a run up, and how much it can bring at most. The promise is what the run's bounds leave
// that the named resources do not move: however much there is of them, no run is shorter than those bounds, whatever is
// decided then.
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
inline constexpr std::size_t kMostOfLever = 4;
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

/// Returns what to try, the most promising first and faster processors last: resources by the cycles that their causes
/// have on the path, or by half of a bound that gives way to them, grouped by part. Empty: none is worth it. `has`:
/// whether the run can have more of it.
[[nodiscard]] std::vector<Lever> levers(const PathFacts& path, const Bounds& bounds, const LatencySlices& slices,
                                        Cycle cycles, const std::function<bool(const Resource&)>& has);

/// A cause for which ready tasks of the critical path waited, and how long.
struct Loss {
  Cause cause = Cause::host;
  Cycle held = 0;
};
/// Returns the cause for which they waited longest, of those that some resource shortens. `held`: CriticalPath::held.
[[nodiscard]] std::optional<Loss> largest_loss(const std::array<Cycle, kCauses>& held);

}  // namespace explain
}  // namespace gantry
