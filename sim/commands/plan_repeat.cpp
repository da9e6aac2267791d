// SPDX-License-Identifier: Apache-2.0
// gantry plan repeat: periods of a periodic plan as a workload and a plan that the machine replays.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>

#include "commands/exit_status.h"
#include "commands/plan.h"
#include "commands/written_file.h"
#include "gantry/base/one_line.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/plan/periodic/repeat.h"
#include "plan/plan_edges.h"
#include "plan/plan_file.h"
#include "plan/repeated_workload.h"
#include "text/text_file.h"
#include "workload/native_writer.h"

namespace gantry {
namespace {

struct RepeatArguments {
  std::string plan;
  WorkloadArgument workload;
  std::uint32_t periods = 100;
  std::string workload_out;
  PlanOutput output;
};

int repeat(const RepeatArguments& arguments) {
  Diagnostics diagnostics;
  const auto text = read_text_file(arguments.plan, diagnostics);
  const std::string file = shown_path(arguments.plan);
  const auto head = text ? read_plan_head(*text, file, diagnostics) : std::nullopt;
  if (!head) return report_wrong_input(diagnostics);
  Workload workload;
  const auto clock = clock_of(machine_of_plan(*head).architecture);
  if (!load_workload_to_plan(arguments.workload, workload, clock)) return kWrongInput;
  const auto periodic = read_plan(*text, file, workload, diagnostics);
  if (!periodic) return report_wrong_input(diagnostics);
  const SourcePosition where{file, 0, 0};
  if (!plan::whole(periodic->metrics, "period")) {
    diagnostics.error(where, "is not a periodic plan: it has no metric `period` (gantry plan periodic)");
    return report_wrong_input(diagnostics);
  }
  const PlanMachineArguments plan_machine = machine_of_plan(*periodic);
  const auto machine = read_plan_machine(plan_machine, workload);
  if (!machine) return kWrongInput;
  std::vector<std::string> inputs = files_of_times(plan_machine);
  inputs.insert(inputs.end(), {arguments.plan, arguments.workload.file, plan_machine.architecture});
  if (!may_write({arguments.workload_out, arguments.output.out, arguments.output.svg}, inputs)) return kWrongInput;
  std::vector<plan::Time> times;
  for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) times.push_back(machine->times(t, 0));
  const plan::Graph graph(times, plan::Graph(workload).edges());
  plan::Checked checked{*periodic, graph, machine->times, plan::transfer_time(machine->transfer),
                        [&](std::uint32_t task) { return workload.tasks[task].id; }};
  checked.where = where;
  const Diagnostics faults = plan::check_plan(checked);
  if (!faults.ok()) return report_wrong_input(faults);

  const std::uint64_t unroll = plan::whole(periodic->metrics, "unroll").value_or(1);
  const std::uint64_t period = *plan::whole(periodic->metrics, "period");
  std::uint64_t largest = 0;
  for (const plan::Placement& place : periodic->placement) largest = std::max(largest, place.retiming.value_or(0));
  if (unroll * arguments.periods * workload.tasks.size() > plan::kMostRepeated) {
    diagnostics.error({"--periods", 0, 0}, "makes " +
                                               std::to_string(unroll * arguments.periods * workload.tasks.size()) +
                                               " tasks (at most " + std::to_string(plan::kMostRepeated) + ")");
  } else if (largest + arguments.periods >= plan::kLongest / period) {
    diagnostics.error({"--periods", 0, 0}, "makes 2^62 cycles or more");
  }
  if (!diagnostics.ok()) return report_wrong_input(diagnostics);

  Workload many = repeated_workload(workload, static_cast<std::uint32_t>(unroll * arguments.periods));
  plan::Plan plan = plan::repeat_plan(*periodic, graph, machine->transfer, arguments.periods);
  plan.workload = many.name;
  leave_edges_to_objects(many, plan.parameters);
  const int status = write_file(arguments.workload_out, [&](std::ostream& out) { write_native(many, out); });
  if (status != 0) return status;
  return write_plan(plan, many, arguments.output,
                    provenance_of(workload, arguments.workload.file, arguments.workload.sets), machine->names);
}

}  // namespace

void add_plan_repeat(CLI::App& plan, int& status) {
  const auto arguments = std::make_shared<RepeatArguments>();
  CLI::App* command = plan.add_subcommand("repeat", "Periods of a periodic plan as a workload and a plan to replay");
  command->add_option("PLAN", arguments->plan, "periodic plan file")->required();
  add_workload_argument(*command, "WORKLOAD", arguments->workload);
  command->add_option("--periods", arguments->periods, "periods, each of `unroll` executions (default: 100)")
      ->check(CLI::Range(1U, static_cast<std::uint32_t>(plan::kMostRepeated)));
  command->add_option("--workload-out", arguments->workload_out, "file for the workload with all executions")
      ->required();
  add_plan_output(*command, arguments->output);
  command->footer(
      "Example:\n  gantry plan repeat plan.json resnet50.yaml --periods 100 --workload-out many.yaml -o many.json");
  command->callback([arguments, &status] { status = repeat(*arguments); });
}

}  // namespace gantry
