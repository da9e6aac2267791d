// SPDX-License-Identifier: Apache-2.0
// Tasks whose lifetimes changed most.
#pragma once

#include <string_view>
#include <vector>

#include "compare/run_pair.h"
#include "metric/change.h"

namespace gantry {

struct TaskChange {
  std::string_view name;
  Change lifetime;   ///< completed - submitted
  Change completed;  ///< cycle
};

inline constexpr std::size_t kMostTasks = 10;

/// At most kMostTasks each, by the size of the difference, then in A's order; without unchanged tasks.
struct TaskRanking {
  std::vector<TaskChange> gained;  ///< shorter lifetime in B
  std::vector<TaskChange> lost;
};

struct TaskChanges {
  std::uint64_t compared = 0;  ///< tasks that completed in both
  std::uint64_t gained = 0;    ///< with a shorter lifetime in B
  std::uint64_t lost = 0;
  TaskRanking by_lifetime;
  TaskRanking by_completion;
};

TaskChanges task_changes(const RunPair& runs);

}  // namespace gantry
