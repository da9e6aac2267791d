// SPDX-License-Identifier: Apache-2.0
// List schedulers: planners that place one task after another on processors of any speed. One file each.
#pragma once

#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/plan/schedule.h"

namespace gantry::plan {

struct ListProblem {
  const Graph& graph;
  const TaskTimes& times;
  TransferCost transfer;
  std::vector<Time> releases = {};  ///< by task; empty: 0 for all

  /// Earliest start of a task.
  [[nodiscard]] Time release(std::uint32_t task) const { return releases.empty() ? 0 : releases[task]; }
};

using ListScheduler = Schedule(const ListProblem&);
using ListSchedulerCatalogue = Catalogue<ListScheduler>;
/// The schedulers of the folder `list`.
const ListSchedulerCatalogue& builtin_list_schedulers();

}  // namespace gantry::plan
