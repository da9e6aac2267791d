// SPDX-License-Identifier: Apache-2.0
// What the scheduler counted, as plain data: docs/outputs.md says what each number means.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

/// One weight within one picker class.
struct ShareStats {
  std::string cls;  ///< names of the task classes mapped to the picker class, joined by '+'
  std::uint32_t weight = 0;
  std::uint64_t picks = 0;
  double share = 0.0;  ///< picks / picks of the class
  double expected_share =
      0.0;  ///< mean over the class's picks of (weights of this value) / (weights of all) among the entries present
  Cycle longest_wait = 0;    ///< longest time an entry of this weight stood in the pending set without a pick
  double lag = 0.0;          ///< largest number of picks that were promised and not given, at any pick of this weight
  std::uint32_t number = 0;  ///< of the picker class
  bool only_picks = false;   ///< entries were not seen: of what the weights promise, and of waits, nothing is known
};

/// One weight within one picker class during a stretch of picks.
struct SharePart {
  std::uint32_t cls = 0;  ///< number of the picker class
  std::uint32_t weight = 0;
  std::uint64_t picks = 0;
  double promised = 0.0;   ///< picks that the weights promised
  double lag = 0.0;        ///< largest number of picks that were promised since the stretch began and not given
  Cycle longest_wait = 0;  ///< that ended in the stretch
};

/// A stretch of picks: every weight that has occurred so far, by class and weight.
struct ShareBatch {
  Cycle begun = 0;  ///< the pick before its first one, or 0
  std::uint64_t picks = 0;
  std::vector<SharePart> parts;
};

struct PickerStats {
  std::string policy;
  std::uint64_t rounds = 0;     ///< decisions with something eligible
  std::uint64_t picks = 0;      ///< jobs picked
  std::uint64_t contested = 0;  ///< of the rounds, those with more than one entry eligible: the policy decided
  bool rounds_seen = true;      ///< false: of rounds nothing is known
};

/// Stages of a task's life; the cycles of all stages sum to the lifetimes of all completed tasks.
inline constexpr std::size_t kStages = 9;
inline constexpr std::array<std::string_view, kStages> kStageNames = {
    "fetch",         // submitted -> cached
    "queue",         // cached -> shown: others of its queue are before it
    "predecessors",  // shown -> ready
    "register",      // ready -> registered: decomposer slot, task id
    "split",         // registered -> split
    "match",         // split -> admitted (or to the first issue, if a job left before the last admission)
    "pick",          // -> first job issued
    "issue",         // -> last job issued
    "execute",       // -> completed
};

struct WaitStats {
  std::array<std::uint64_t, kStages> cycles{};
  std::uint64_t lifetime = 0;  ///< sum over completed tasks of completed - submitted
};

}  // namespace scheduler
}  // namespace gantry
