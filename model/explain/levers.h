// SPDX-License-Identifier: Apache-2.0
// What helps against a cause, and how much it can bring at most. The promise is what the run's bounds leave that these
// keys do not move: no value of them makes the run shorter than those bounds, whatever is decided then.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gantry/explain/bound_table.h"
#include "gantry/explain/causes.h"
#include "gantry/explain/relief_table.h"

namespace gantry {
inline namespace explain {

/// Most keys of a lever.
inline constexpr std::size_t kMostLeverKeys = 4;

struct Lever {
  /// Keys to change, by their paths in an experiment; unused ones are empty.
  std::array<std::string_view, kMostLeverKeys> keys;
  std::uint32_t kept;  ///< bit b: bound b does not depend on the keys
  bool keeps_chain;    ///< nor does Bounds::chain
};

/// Returns the lever of a cause; nullptr: there is none.
[[nodiscard]] const Lever* lever_of(Cause cause);
/// The keys as a sentence has them: "a, b or c".
[[nodiscard]] std::string keys_text(const Lever& lever);
/// Returns the most cycles that any values of the lever's keys can save of a run of `cycles`.
[[nodiscard]] Cycle most_saved(const Lever& lever, const Bounds& bounds, Cycle cycles);

/// A cause for which ready tasks of the critical path waited, and how long.
struct Loss {
  Cause cause = Cause::host;
  Cycle held = 0;
};
/// Returns the cause for which they waited longest, of those that have a lever. `held`: CriticalPath::held, by cause.
[[nodiscard]] std::optional<Loss> largest_loss(const std::array<Cycle, kCauses>& held);

/// What is known of a critical path.
struct PathFacts {
  std::array<Cycle, kCauses> causes{};                   ///< its cycles by cause
  std::array<Cycle, kCauses> held{};                     ///< CriticalPath::held
  std::optional<std::array<Cycle, kReliefs>> without{};  ///< relieved(); nothing: unknown
};
/// Returns the lever to try first: that of the binding bound if it is most of the run. Else the one that may bring
/// most, of the causes for which tasks waited and of those without which the same decisions would have ended earlier. A
/// bound that the lever does not move limits what it may bring. nullptr: none is worth it.
[[nodiscard]] const Lever* first_to_try(const PathFacts& path, const Bounds& bounds, Cycle cycles);

}  // namespace explain
}  // namespace gantry
