// SPDX-License-Identifier: Apache-2.0
// Methods that `gantry plan compare` compares: list schedulers, and planners that can plan one run of the graph on the
// processors of a machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/plan/list/list_scheduler.h"
#include "gantry/workload/workload.h"

namespace gantry {

struct ComparedProblem {
  const Workload& workload;
  const plan::ListProblem& list;
  std::vector<std::uint32_t> clusters;  ///< cluster of each processor; empty: all are in one
  std::uint64_t seed = 1;
};

struct ComparedSchedule {
  plan::Schedule schedule;
  plan::Time bound = 0;  ///< lower bound of the makespan by this method
};

/// Besides list schedulers: `partition`, one part for every cluster (or, with one cluster, for every processor), found
/// by `gantry plan partition` from METIS' partition; within their part tasks go by longest path to the end. `pipeline`,
/// the exact program and the annealing of `gantry plan pipeline`, for one subtask.
const std::vector<std::string>& methods_beside_lists();
/// Returns the chosen methods, or all list schedulers. Reports methods that cannot be compared or are named twice.
std::vector<std::string> methods_to_compare(const std::vector<std::string>& asked, Diagnostics& diagnostics);

/// Returns the method's schedule. Precondition: it is one of methods_to_compare(). Returns nothing, and reports why, if
/// the method cannot plan this.
std::optional<ComparedSchedule> compared_schedule(const std::string& method, const ComparedProblem& problem,
                                                  Diagnostics& diagnostics);

}  // namespace gantry
