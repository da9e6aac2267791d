// SPDX-License-Identifier: Apache-2.0
// Options that all list schedulers share, besides the machine.
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
  std::uint64_t seed = 1;     ///< seed of the local search
  bool at_once = false;       ///< all tasks are released in cycle 0, whatever their `submit`
};
void add_list_options(CLI::App& command, ListOptions& options);

/// Returns the releases of the planning problem by task; empty: all in cycle 0.
std::vector<plan::Time> releases_for(const Workload& workload, const ListOptions& options);

/// Runs the list scheduler of this name. Precondition: it exists. `bound`: makespan_bound(problem).
plan::Plan make_list_plan(const std::string& method, const plan::ListProblem& problem, plan::Time bound,
                          const ListOptions& options);

/// The same for an existing schedule of any method.
plan::Plan improved_plan(const std::string& method, const plan::ListProblem& problem, const plan::Schedule& listed,
                         plan::Time bound, const ListOptions& options);

/// Returns the parameters that the checker and an ideal replay need.
void set_list_parameters(const plan::ListProblem& problem, const ListOptions& options, plan::Values& parameters);

}  // namespace gantry
