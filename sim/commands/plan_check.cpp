// SPDX-License-Identifier: Apache-2.0
// gantry plan check: a plan file against the rules.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>

#include "commands/exit_status.h"
#include "commands/plan.h"
#include "commands/problems.h"
#include "commands/written_file.h"
#include "gantry/base/one_line.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/plan/checker/pipeline_judge.h"
#include "plan/pipeline_input.h"
#include "plan/plan_file.h"
#include "plan/planned_workload.h"
#include "plan/release_times.h"
#include "text/file_digest.h"
#include "text/text_file.h"

namespace gantry {
namespace {

constexpr int kFaulty = 1;

struct CheckArguments {
  std::string plan;
  WorkloadArgument workload;
  std::string architecture;
  std::string resources;
  std::string svg;
};

int verdict(const std::string& file, const plan::Plan& plan, const Diagnostics& faults) {
  print_problems(faults);
  if (!faults.ok()) return kFaulty;
  std::cout << one_line(file) << ": " << plan.method << ", " << plan.placement.size() << " placements, in order\n";
  return 0;
}

/// Whether the file is the workload that the plan was written with.
bool is_planned_workload(const std::string& file, const plan::Values& parameters) {
  const plan::Value* value = parameters.find(kPlannedWorkload);
  const auto* digest = value == nullptr ? nullptr : std::get_if<std::string>(value);
  Diagnostics ignored;
  const auto text = digest == nullptr ? std::nullopt : read_text_file(file, ignored);
  return text && sha256(*text) == *digest;
}

/// A pipeline's subtasks, resources and transfers follow from its parameters.
int check_pipeline(const CheckArguments& arguments, const std::string& text, const plan::Values& parameters) {
  Diagnostics diagnostics;
  PipelineArguments asked = pipeline_arguments(parameters, arguments.workload.file, arguments.resources);
  if (!arguments.workload.format.empty()) asked.format = arguments.workload.format;
  const auto input = load_pipeline(asked, diagnostics);
  if (!input) return report_wrong_input(diagnostics);
  const std::string file = shown_path(arguments.plan);
  const auto plan = read_plan(text, file, input->workload, diagnostics);
  if (!plan) return report_wrong_input(diagnostics);
  std::vector<std::string> names;
  for (const plan::PipelineResource& resource : input->model.resources) names.push_back(resource.name);
  const int drawn = write_plan_picture(arguments.svg, *plan, input->workload, names);
  if (drawn != 0) return drawn;
  const plan::PipelineJudge judge(input->model);
  plan::Checked checked = judge.checked(*plan, [&](std::uint32_t task) { return input->workload.tasks[task].id; });
  checked.where.file = file;
  return verdict(file, *plan, plan::check_plan(checked));
}

int check(const CheckArguments& arguments) {
  const std::string file = shown_path(arguments.plan);
  Diagnostics diagnostics;
  const auto text = read_text_file(arguments.plan, diagnostics);
  if (!text) return report_wrong_input(diagnostics);
  if (!may_write({arguments.svg},
                 {arguments.plan, arguments.workload.file, arguments.architecture, arguments.resources}))
    return kWrongInput;
  // The workload of a pipeline's plan already has the times of its resources. Only the times of tasks can be checked,
  // not memory and parameters.
  const auto head = read_plan_head(*text, file, diagnostics);
  if (!head) return report_wrong_input(diagnostics);
  const bool planned = is_planned_workload(arguments.workload.file, head->parameters);
  if (head->method == "pipeline" && !planned) return check_pipeline(arguments, *text, head->parameters);
  Workload workload;
  if (!load_workload_to_plan(arguments.workload, workload,
                             clock_of(machine_of_plan(*head, arguments.architecture).architecture)))
    return kWrongInput;
  const auto plan = read_plan(*text, file, workload, diagnostics);
  if (!plan) return report_wrong_input(diagnostics);
  const auto machine = read_plan_machine(machine_of_plan(*plan, arguments.architecture), workload);
  if (!machine) return kWrongInput;
  const int drawn = write_plan_picture(arguments.svg, *plan, workload, machine->names);
  if (drawn != 0) return drawn;
  const plan::Graph graph(workload);
  const plan::MethodRulesCatalogue general_rules_alone;
  plan::Checked checked{*plan, graph, machine->times, machine->transfers(),
                        [&](std::uint32_t task) { return workload.tasks[task].id; }};
  checked.releases = releases_of(plan->parameters, workload);
  checked.where.file = file;
  return verdict(file, *plan, plan::check_plan(checked, planned ? general_rules_alone : plan::builtin_method_rules()));
}

}  // namespace

void add_plan_check(CLI::App& plan, int& status) {
  const auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = plan.add_subcommand("check", "Hold a plan file against the rules");
  command->add_option("PLAN", arguments->plan, "plan file")->required();
  add_workload_argument(*command, "WORKLOAD", arguments->workload);
  command->add_option("--architecture", arguments->architecture, "architecture file (default: the one the plan names)");
  command->add_option("--resources", arguments->resources,
                      "resources of a pipeline's plan (default: those the plan names)");
  command->add_option("--svg", arguments->svg, "draw the plan as a Gantt chart into this file");
  command->footer(
      "Exit status: 0 in order, 1 a rule is violated, 2 wrong command line or input.\n\n"
      "Example:\n  gantry plan check plan.json montage.json");
  command->callback([arguments, &status] { status = check(*arguments); });
}

}  // namespace gantry
