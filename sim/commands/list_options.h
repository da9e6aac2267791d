// SPDX-License-Identifier: Apache-2.0
// What every list scheduler can be asked for beside its machine.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/plan/list/list_scheduler.h"
#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"

namespace CLI {
class App;
}

namespace gantry {

struct ListOptions {
  std::uint64_t improve = 0;  ///< moves of the local search; 0: none
  std::uint64_t seed = 1;     ///< of it
  bool at_once = false;       ///< all tasks are there in cycle 0, whatever their `submit`
};
void add_list_options(CLI::App& command, ListOptions& options);

/// By task, or empty: what the problem's releases are to be.
std::vector<plan::Time> releases_for(const Workload& workload, const ListOptions& options);

/// Precondition: a list scheduler has this name. `bound`: makespan_bound(problem).
plan::Plan make_list_plan(const std::string& method, const plan::ListProblem& problem, plan::Time bound,
                          const ListOptions& options);

/// The same of a schedule that is there already, by whatever method.
plan::Plan improved_plan(const std::string& method, const plan::ListProblem& problem, const plan::Schedule& listed,
                         plan::Time bound, const ListOptions& options);

/// What the checker and an ideal replay need to know of them.
void set_list_parameters(const plan::ListProblem& problem, const ListOptions& options, plan::Values& parameters);

}  // namespace gantry
