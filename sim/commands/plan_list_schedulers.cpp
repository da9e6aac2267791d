// SPDX-License-Identifier: Apache-2.0
// gantry plan heft, cpop, peft, ...: every list scheduler of the catalogue.
#include <CLI/CLI.hpp>

#include <memory>

#include "commands/exit_status.h"
#include "commands/list_options.h"
#include "commands/plan.h"
#include "commands/written_file.h"
#include "gantry/plan/list/list_plan.h"
#include "gantry/plan/list/makespan_bound.h"

namespace gantry {
namespace {

struct ListArguments {
  WorkloadArgument workload;
  PlanMachineArguments machine;
  ListOptions options;
  PlanOutput output;
};

/// The machine's own costs decide, and say when tasks run there. No bytes of edges count, for the bound either.
plan::Plan plan_with_costs(const std::string& method, const plan::ListProblem& problem, const plan::MachineCosts& costs,
                           const ListOptions& options) {
  const plan::Graph weighed = plan::with_costs(problem.graph, costs);
  const plan::ListProblem costly{weighed, problem.times, plan::cost_of_cycles(costs), problem.releases,
                                 plan::cost_on_one(problem.graph, costs)};
  const plan::ListProblem free{problem.graph, problem.times, {0, 0}, problem.releases};
  const plan::Plan decided = make_list_plan(method, costly, plan::makespan_bound(free), options);
  plan::Schedule schedule(problem.graph.tasks());
  for (const plan::Placement& place : decided.placement) {
    schedule[place.task] = {place.processors[0], *place.start, *place.finish};
  }
  const plan::Prediction predicted = plan::predict(problem.graph, problem.times, schedule, costs);
  plan::Plan plan = plan::list_plan(method, free, predicted.slots);
  plan.metrics.set("predicted_cycles", predicted.cycles);
  return plan;
}

int make_plan(const CLI::App& command, const std::string& method, const ListArguments& arguments) {
  Diagnostics diagnostics;
  check_plan_costs(command, arguments.machine, diagnostics);
  if (!diagnostics.ok()) return report_wrong_input(diagnostics);
  Workload workload;
  if (!load_workload_to_plan(arguments.workload, workload, clock_of(arguments.machine.architecture)))
    return kWrongInput;
  const auto machine = read_plan_machine(arguments.machine, workload);
  if (!machine) return kWrongInput;
  if (!may_write({arguments.output.out, arguments.output.svg},
                 {arguments.workload.file, arguments.machine.architecture}))
    return kWrongInput;
  const plan::Graph graph(workload);
  const plan::ListProblem problem{graph, machine->times, machine->transfer, releases_for(workload, arguments.options)};
  plan::Plan plan = machine->costs ? plan_with_costs(method, problem, *machine->costs, arguments.options)
                                   : make_list_plan(method, problem, plan::makespan_bound(problem), arguments.options);
  plan.workload = workload.name;
  set_machine_parameters(arguments.machine, *machine, plan.parameters);
  set_list_parameters(problem, arguments.options, plan.parameters);
  return write_plan(plan, workload, arguments.output,
                    provenance_of(workload, arguments.workload.file, arguments.workload.sets), machine->names);
}

}  // namespace

void add_plan_list_schedulers(CLI::App& plan, int& status) {
  for (const auto& entry : plan::builtin_list_schedulers().entries()) {
    const auto arguments = std::make_shared<ListArguments>();
    CLI::App* command = plan.add_subcommand(entry.name, "List scheduling: " + entry.summary);
    add_workload_argument(*command, "WORKLOAD", arguments->workload);
    add_plan_machine(*command, arguments->machine);
    add_plan_costs(*command, arguments->machine);
    add_list_options(*command, arguments->options);
    add_plan_output(*command, arguments->output);
    command->footer("Examples:\n  gantry plan " + entry.name + " graph.stg --processors 8\n  gantry plan " +
                    entry.name + " tasks.yaml --architecture mesh16.yaml --cycles-per-byte 0.03125 -o plan.json\n" +
                    "  gantry plan " + entry.name +
                    " tasks.yaml --architecture mesh16.yaml --costs machine -o plan.json\n" + "  gantry plan " +
                    entry.name + " graph.stg --processors 8 --improve 2000 -o plan.json");
    command->callback(
        [command, name = entry.name, arguments, &status] { status = make_plan(*command, name, *arguments); });
  }
}

}  // namespace gantry
