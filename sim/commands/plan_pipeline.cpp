// SPDX-License-Identifier: Apache-2.0
// gantry plan pipeline: operations of subtasks onto resources by binary optimisation (source 002).
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "commands/exit_status.h"
#include "commands/long_work.h"
#include "commands/plan.h"
#include "commands/written_file.h"
#include "gantry/base/one_line.h"
#include "gantry/plan/pipeline/planner.h"
#include "plan/pipeline_input.h"
#include "plan/planned_workload.h"
#include "text/file_digest.h"
#include "text/text_file.h"
#include "workload/native_writer.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostExported = 5000000;

using Clock = std::chrono::steady_clock;

struct Arguments {
  PipelineArguments asked;
  std::string solver = "auto";
  double time_limit = 0;  ///< seconds; 0 = none
  std::uint64_t nodes = 0;
  std::uint64_t iterations = 0;
  std::uint64_t seed = 1;
  std::string export_lp;
  std::string export_qubo;
  std::string export_qcbo;
  std::string workload_out;
  PlanOutput output;
};

std::string text_of(const plan::PipelineProgress& progress, double seconds) {
  const std::string best = progress.value ? std::to_string(*progress.value) : "none";
  const std::string bound = progress.bound ? std::to_string(*progress.bound) : "none";
  return fmt::format("{:<76}", fmt::format("{} {:.0f} s, best {}, bound {}", progress.phase, seconds, best, bound));
}

int write_text(const std::string& path, const std::string& text) {
  return write_file(path, [&](std::ostream& out) { out << text; });
}

/// The exit status.
int write_exports(const Arguments& arguments, const PipelineInput& input) {
  if (arguments.export_lp.empty() && arguments.export_qubo.empty() && arguments.export_qcbo.empty()) return 0;
  if (plan::formulation_size(input.model) > kMostExported) {
    std::cerr << (!arguments.export_lp.empty()     ? "--export-lp"
                  : !arguments.export_qubo.empty() ? "--export-qubo"
                                                   : "--export-qcbo")
              << ": error: the formulation would have more than " << kMostExported << " rows and variables\n";
    return kWrongInput;
  }
  if (!arguments.export_lp.empty()) {
    const int status = write_text(arguments.export_lp, plan::pipeline_lp(input.model));
    if (status != 0) return status;
  }
  if (!arguments.export_qcbo.empty()) {
    const int status = write_text(arguments.export_qcbo, plan::pipeline_qcbo(input.model));
    if (status != 0) return status;
  }
  if (arguments.export_qubo.empty()) return 0;
  const auto text = plan::pipeline_qubo(input.model);
  if (text) return write_text(arguments.export_qubo, *text);
  std::cerr << "--export-qubo: error: its weights would pass 2^53 (a coarser unit of time helps, --set "
               "mapping.cycles_per_unit=...)\n";
  return kWrongInput;
}

plan::PipelineLimits limits_of(const Arguments& arguments, ProgressLine& line) {
  plan::PipelineLimits limits;
  limits.solver = arguments.solver == "milp"     ? plan::PipelineSolver::kMilp
                  : arguments.solver == "anneal" ? plan::PipelineSolver::kAnneal
                                                 : plan::PipelineSolver::kAuto;
  limits.nodes = arguments.nodes;
  limits.iterations = arguments.iterations;
  limits.seed = arguments.seed;
  limits.stop = &stop_on_interrupt();
  if (arguments.time_limit > 0) {
    const auto end = Clock::now() + std::chrono::duration<double>(arguments.time_limit);
    limits.seconds_left = [end] { return std::chrono::duration<double>(end - Clock::now()).count(); };
  }
  if (line.is_seen()) {
    const auto begin = Clock::now();
    limits.progress = [&line, begin](const plan::PipelineProgress& now) {
      line.show([&](double) { return text_of(now, std::chrono::duration<double>(Clock::now() - begin).count()); });
    };
  }
  return limits;
}

int make_plan(const Arguments& arguments) {
  Diagnostics diagnostics;
  const auto input = load_pipeline(arguments.asked, diagnostics);
  if (!input) return report_wrong_input(diagnostics);
  if (!may_write({arguments.output.out, arguments.output.svg, arguments.workload_out, arguments.export_lp,
                  arguments.export_qubo, arguments.export_qcbo},
                 {arguments.asked.workload, arguments.asked.resources}))
    return kWrongInput;
  const int exported = write_exports(arguments, *input);
  if (exported != 0) return exported;
  plan::PipelineResult result;
  {
    ProgressLine line;
    result = plan::plan_pipeline(input->model, limits_of(arguments, line));
  }
  if (result.status == plan::PipelineStatus::kInfeasible) {
    for (const std::string& line : result.why_infeasible) {
      std::cerr << one_line(shown_path(arguments.asked.workload)) << ": error: there is no plan: " << line << '\n';
    }
    return kWrongInput;
  }
  if (result.status == plan::PipelineStatus::kNone) {
    std::cerr << one_line(shown_path(arguments.asked.workload))
              << ": no plan that fits into memory was found (stopped by " << result.stopped
              << "; whether there is one is open)\n";
    return kUnfinished;
  }
  plan::Plan plan = plan::pipeline_plan(input->model, result);
  plan.workload = input->workload.name;
  set_pipeline_parameters(arguments.asked, *input, plan.parameters);
  plan.parameters.set("solver", arguments.solver);
  plan.parameters.set("seed", arguments.seed);
  std::vector<std::string> names;
  for (const plan::PipelineResource& resource : input->model.resources) names.push_back(resource.name);
  if (!arguments.workload_out.empty()) {
    std::ostringstream text;
    write_native(planned_workload(*input, plan), text);
    plan.parameters.set(kPlannedWorkload, sha256(text.str()));
    const int status = write_text(arguments.workload_out, text.str());
    if (status != 0) return status;
  }
  return write_plan(plan, input->workload, arguments.output,
                    provenance_of(input->workload, arguments.asked.workload, arguments.asked.sets), names);
}

}  // namespace

void add_plan_pipeline(CLI::App& plan, int& status) {
  const auto arguments = std::make_shared<Arguments>();
  PipelineArguments& asked = arguments->asked;
  CLI::App* command =
      plan.add_subcommand("pipeline", "Operations of pipelined subtasks onto resources, by binary optimisation");
  command->add_option("WORKLOAD", asked.workload, "workload, PipeDream profile or DNN placement problem")->required();
  command->add_option("--format", asked.format, "format of WORKLOAD (default: guessed; `gantry list formats`)");
  command->add_option("--set", asked.sets, "override a key of the format's mapping, mapping.a=value")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--resources", asked.resources, "number of equal resources, or a file of resources");
  command->add_option("--subtasks", asked.subtasks, "subtasks (micro-batches) that run the operations (default: 1)")
      ->check(CLI::Range(1U, 65536U));
  command->add_option("--objective", asked.objective, "makespan (default) or throughput");
  command->add_flag("--replicate", asked.replicate, "subtasks may use copies of a parameter on different resources");
  command->add_flag("--drop-input", asked.drop_input, "leave the Input layers of a PipeDream profile out");
  command->add_option("--bandwidth", asked.bandwidth, "10^9 bytes per second, of a PipeDream profile (default: 16)");
  command->add_option("--cycles-per-byte", asked.cycles_per_byte, "between resources, a decimal (default: 1)");
  command->add_option("--latency", asked.latency, "cycles per transfer, a decimal (default: 0)");
  command->add_option("--solver", arguments->solver, "milp, anneal or auto (default)")
      ->check(CLI::IsMember({"milp", "anneal", "auto"}));
  command
      ->add_option("--time-limit", arguments->time_limit, "seconds; results then depend on the machine (default: none)")
      ->check(CLI::Range(0.001, 1e6));
  command->add_option("--nodes", arguments->nodes,
                      "most nodes of the exact search (default: 20000; under auto fewer, the larger the model)");
  command->add_option(
      "--iterations", arguments->iterations,
      "steps of the annealing (default: 6000000 under throughput, 400000 under makespan, fewer for large models)");
  command->add_option("--seed", arguments->seed, "of the annealing and the exact search (default: 1)");
  command->add_option("--export-lp", arguments->export_lp, "write the formulation in the LP format");
  command->add_option("--export-qubo", arguments->export_qubo, "write it as a QUBO");
  command->add_option("--export-qcbo", arguments->export_qcbo,
                      "write it with quadratic constraints, as binaries are multiplied, in the LP format");
  command->add_option("--workload-out", arguments->workload_out,
                      "write the workload of all subtasks with the plan's times, to be replayed, in the native format");
  add_plan_output(*command, arguments->output);
  command->footer(
      "Exit status: 0 a plan, 1 none found within the limits, 2 wrong command line or input, or no plan exists.\n\n"
      "Examples:\n  gantry plan pipeline vgg16.txt --resources 4 --drop-input --subtasks 8 -o plan.json\n"
      "  gantry plan pipeline bert.json --objective throughput --time-limit 60\n"
      "  gantry plan pipeline tasks.yaml --resources chips.yaml --solver milp --export-lp model.lp");
  command->callback([arguments, &status] { status = make_plan(*arguments); });
}

}  // namespace gantry
