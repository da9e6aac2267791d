// SPDX-License-Identifier: Apache-2.0
// List schedulers: planners that place one task after another on processors of any speed. One file each.
#pragma once

#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/plan/schedule.h"

namespace gantry::plan {

/// `graph` and `times` must outlive it.
struct ListProblem {
  const Graph& graph;
  const TaskTimes& times;
  TransferCost transfer;
  std::vector<Time> releases = {};  ///< by task: earliest start in cycles; empty: 0 for all
  Time near = 0;                    ///< cycles of an edge on one processor; at most those between two

  /// Earliest start of a task.
  [[nodiscard]] Time release(std::uint32_t task) const { return releases.empty() ? 0 : releases[task]; }
};

/// Returns a slot for every task, on a processor that can run it.
using ListScheduler = Schedule(const ListProblem&);
using ListSchedulerCatalogue = Catalogue<ListScheduler>;
/// The schedulers of the folder `list`.
const ListSchedulerCatalogue& builtin_list_schedulers();

}  // namespace gantry::plan
