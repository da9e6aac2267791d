// SPDX-License-Identifier: Apache-2.0
// Response times of instances of streams by cause.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/explain/causes.h"
#include "gantry/explain/relief_table.h"

namespace gantry {
inline namespace explain {

/// A stream for response_paths().
struct JudgedStream {
  std::uint32_t tasks = 1;        ///< of an instance
  std::optional<Cycle> deadline;  ///< most cycles from the arrival to the last completion; nothing: never late
};

/// Sums over the judged instances. An instance can be judged if it arrived in cycle CauseGraph::known_from() or later,
/// and all its tasks are in the history.
struct ResponsePaths {
  bool late = false;            ///< only those after their deadlines are judged; false: none was late, and all are
  std::uint64_t instances = 0;  ///< that are judged
  Cycle cycles = 0;             ///< response times
  std::array<Cycle, kCauses> causes{};  ///< by cause; they sum to `cycles`
  std::array<Cycle, kCauses> held{};    ///< by cause, in cycles, as CriticalPath::held; no total
  std::vector<Cycle> behind;            ///< by stream: cycles that the paths pass in other instances, of that stream
  Relieved without{};                   ///< response times with the same decisions, without each relief
  std::array<std::uint64_t, kReliefs> in_time{};  ///< late ones that would have been in time, likewise
};

}  // namespace explain
}  // namespace gantry
