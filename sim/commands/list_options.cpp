// SPDX-License-Identifier: Apache-2.0
#include "commands/list_options.h"

#include <CLI/CLI.hpp>

#include "gantry/plan/list/improvement.h"
#include "gantry/plan/list/list_plan.h"
#include "plan/release_times.h"

namespace gantry {
namespace {

plan::Time end_of(const plan::Schedule& schedule) {
  plan::Time end = 0;
  for (const plan::Slot& slot : schedule) end = std::max(end, slot.finish);
  return end;
}

}  // namespace

void add_list_options(CLI::App& command, ListOptions& options) {
  command.add_option("--improve", options.improve,
                     "then improve the plan by a local search of so many moves; it never gets longer (default: 0)");
  command.add_option("--seed", options.seed, "of the local search (default: 1)");
  command.add_flag("--at-once", options.at_once,
                   "all tasks are there in cycle 0 (default: none starts before its `submit`)");
}

std::vector<plan::Time> releases_for(const Workload& workload, const ListOptions& options) {
  return options.at_once ? std::vector<plan::Time>() : submit_times(workload);
}

plan::Plan make_list_plan(const std::string& method, const plan::ListProblem& problem, plan::Time bound,
                          const ListOptions& options) {
  return improved_plan(method, problem, plan::builtin_list_schedulers().find(method)->make(problem), bound, options);
}

plan::Plan improved_plan(const std::string& method, const plan::ListProblem& problem, const plan::Schedule& listed,
                         plan::Time bound, const ListOptions& options) {
  if (options.improve == 0) return plan::list_plan(method, problem, listed, bound);
  const plan::Improvement improved = plan::improve(problem, listed, {options.improve, options.seed, bound});
  plan::Plan plan = plan::list_plan(method, problem, improved.schedule, bound);
  plan.metrics.set("listed", end_of(listed));
  plan.metrics.set("moves", improved.moves);
  return plan;
}

void set_list_parameters(const plan::ListProblem& problem, const ListOptions& options, plan::Values& parameters) {
  if (!problem.releases.empty()) parameters.set(kReleases, std::string(kReleasedBySubmit));
  if (options.improve == 0) return;
  parameters.set("improve", options.improve);
  parameters.set("seed", options.seed);
}

}  // namespace gantry
