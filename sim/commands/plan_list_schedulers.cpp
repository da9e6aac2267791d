// SPDX-License-Identifier: Apache-2.0
// gantry plan heft, cpop, peft, ...: every list scheduler of the catalogue.
#include <CLI/CLI.hpp>

#include <memory>

#include "commands/exit_status.h"
#include "commands/plan.h"
#include "commands/written_file.h"
#include "gantry/plan/list/list_plan.h"

namespace gantry {
namespace {

struct ListArguments {
  WorkloadArgument workload;
  PlanMachineArguments machine;
  PlanOutput output;
};

/// The machine's own costs decide, and say when tasks run there.
plan::Plan plan_with_costs(const std::string& method, const plan::ListProblem& problem,
                           const plan::MachineCosts& costs) {
  const plan::Graph weighed = plan::with_costs(problem.graph, costs);
  const plan::ListProblem costly{weighed, problem.times, plan::cost_of_cycles()};
  const plan::Schedule schedule = plan::builtin_list_schedulers().find(method)->make(costly);
  const plan::Prediction predicted = plan::predict(problem.graph, problem.times, schedule, costs);
  plan::Plan plan = plan::list_plan(method, problem, predicted.slots);
  plan.metrics.set("predicted_cycles", predicted.cycles);
  return plan;
}

int make_plan(const CLI::App& command, const std::string& method, const ListArguments& arguments) {
  Diagnostics diagnostics;
  check_plan_costs(command, arguments.machine, diagnostics);
  if (!diagnostics.ok()) return report_wrong_input(diagnostics);
  Workload workload;
  if (!load_workload_argument(arguments.workload, workload)) return kWrongInput;
  const auto machine = read_plan_machine(arguments.machine, workload);
  if (!machine) return kWrongInput;
  if (!may_write({arguments.output.out, arguments.output.svg},
                 {arguments.workload.file, arguments.machine.architecture}))
    return kWrongInput;
  const plan::Graph graph(workload);
  const plan::ListProblem problem{graph, machine->times, machine->transfer};
  const auto* scheduler = plan::builtin_list_schedulers().find(method);
  plan::Plan plan = machine->costs ? plan_with_costs(method, problem, *machine->costs)
                                   : plan::list_plan(method, problem, scheduler->make(problem));
  plan.workload = workload.name;
  set_machine_parameters(arguments.machine, *machine, plan.parameters);
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
    add_plan_output(*command, arguments->output);
    command->footer("Examples:\n  gantry plan " + entry.name + " graph.stg --processors 8\n  gantry plan " +
                    entry.name +
                    " tasks.yaml --architecture mesh16.yaml --cycles-per-byte 0.03125 -o plan.json\n  gantry plan " +
                    entry.name + " tasks.yaml --architecture mesh16.yaml --costs machine -o plan.json");
    command->callback(
        [command, name = entry.name, arguments, &status] { status = make_plan(*command, name, *arguments); });
  }
}

}  // namespace gantry
