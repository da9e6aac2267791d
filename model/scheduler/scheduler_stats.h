// SPDX-License-Identifier: Apache-2.0
// Counters of the scheduler at the end of a run. docs/outputs.md defines each number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/quotient.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

/// One weight within one picker class.
struct ShareStats {
  std::string cls;           ///< task classes of the picker class, joined by '+'
  std::uint32_t weight = 0;  ///< 1..256
  std::uint64_t picks = 0;
  double share = 0.0;  ///< picks / picks of the class; 0 if the class has none
  /// Mean, over the picks of the class, of (sum of the weights of this value) / (sum of all weights) among the entries
  /// present; 0 if the class has no pick.
  double expected_share = 0.0;
  Cycle longest_wait = 0;    ///< most cycles of an entry of this weight in the pending set without a pick
  double lag = 0.0;          ///< largest number of promised picks that were not given, at any pick of this weight
  std::uint32_t number = 0;  ///< number of the picker class
  bool only_picks = false;   ///< entries were not observed: promised picks and waits are unknown
};

/// One weight within one picker class during an interval of picks.
struct SharePart {
  std::uint32_t cls = 0;  ///< number of the picker class
  std::uint32_t weight = 0;
  std::uint64_t picks = 0;
  QuotientSum promised;    ///< picks that the weights promised
  QuotientSum lag;         ///< largest number of picks promised since the begin of the interval and not given
  Cycle longest_wait = 0;  ///< longest wait that ended in the interval
};

/// An interval of picks: every weight that has occurred so far, by class and weight.
struct ShareBatch {
  Cycle begun = 0;  ///< cycle of the pick before its first one, or 0
  std::uint64_t picks = 0;
  std::vector<SharePart> parts;
};

struct PickerStats {
  std::string policy;
  std::uint64_t rounds = 0;     ///< rounds with an eligible entry
  std::uint64_t picks = 0;      ///< jobs
  std::uint64_t contested = 0;  ///< rounds with more than one eligible entry: the policy decided
  bool rounds_seen = true;      ///< false: the number of rounds is unknown
};

/// Stages of a task's life. The cycles of all stages sum to the lifetimes of all completed tasks.
inline constexpr std::size_t kStages = 9;
inline constexpr std::array<std::string_view, kStages> kStageNames = {
    "fetch",         // submitted -> cached
    "queue",         // cached -> shown: others of its queue are first
    "predecessors",  // shown -> ready
    "register",      // ready -> registered: decomposer slot, task id
    "split",         // registered -> split
    "match",         // split -> admitted (or to the first issue, if a job left before the last admission)
    "pick",          // -> first job issued
    "issue",         // -> last job issued
    "execute",       // -> completed
};

/// The stages, as indices of kStageNames, in order of time. A task that was registered early waits for predecessors
/// from `split` to `ready`, if at all, and `register` begins when it is shown.
inline constexpr std::array<std::size_t, kStages> kStageOrder = {0, 1, 2, 3, 4, 5, 6, 7, 8};
inline constexpr std::array<std::size_t, kStages> kEarlyStageOrder = {0, 1, 3, 4, 2, 5, 6, 7, 8};

struct WaitStats {
  std::array<std::uint64_t, kStages> cycles{};
  std::uint64_t lifetime = 0;  ///< sum over completed tasks of completed - submitted
};

}  // namespace scheduler
}  // namespace gantry
