// SPDX-License-Identifier: Apache-2.0
// What `gantry plan compare` compares: list schedulers, and beside them planners that are asked for one run of the
// graph on the processors of a machine.
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
  std::vector<std::uint32_t> clusters;  ///< by processor; empty: they are all in one
  std::uint64_t seed = 1;
};

struct ComparedSchedule {
  plan::Schedule schedule;
  plan::Time bound = 0;  ///< no schedule is shorter, as far as the method knows
};

/// `partition`: a part for every cluster, or if there is only one for every processor, as `gantry plan partition` finds
/// it from METIS' partition; within their part tasks go by longest path to the end. `pipeline`: the exact program and
/// the annealing of `gantry plan pipeline`, for one subtask.
const std::vector<std::string>& methods_beside_lists();
/// Those that were asked for, or all list schedulers. Reports what cannot be compared, or is there twice.
std::vector<std::string> methods_to_compare(const std::vector<std::string>& asked, Diagnostics& diagnostics);

/// Precondition: methods_to_compare() has the method. Reports what the method cannot plan; nothing then.
std::optional<ComparedSchedule> compared_schedule(const std::string& method, const ComparedProblem& problem,
                                                  Diagnostics& diagnostics);

}  // namespace gantry
