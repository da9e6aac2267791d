// SPDX-License-Identifier: Apache-2.0
// gantry plan periodic: a graph that is executed again and again (source 001).
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/exit_status.h"
#include "commands/long_work.h"
#include "commands/periodic_trace.h"
#include "commands/plan.h"
#include "commands/written_file.h"
#include "gantry/plan/periodic/periodic.h"
#include "plan/plan_machine.h"

namespace gantry {
namespace {

struct PeriodicArguments {
  WorkloadArgument workload;
  PlanMachineArguments machine;
  PlanOutput output;
  std::string utilization = "0.95";
  plan::PeriodicOptions options;
  std::string until = "stable";
  bool trace = false;
  bool exact = false;
  plan::MilpLimits limits;
  double time_limit = 0;
};

std::string exact_text(const plan::MilpProgress& progress) {
  const std::string best = progress.objective ? fmt::format("{:.0f}", *progress.objective) : "none yet";
  return fmt::format("exact model: {} nodes, smaller largest retiming: {}, bound {:.1f}", progress.nodes, best,
                     std::max(progress.bound, 0.0));
}

/// Checks that each task takes the same time on all processors, as the planner requires.
bool check_alike(const PlanMachine& machine, const Workload& workload, Diagnostics& diagnostics) {
  for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) {
    for (std::uint32_t p = 1; p < machine.times.processors(); ++p) {
      if (machine.times(t, p) == machine.times(t, 0)) continue;
      diagnostics.error({"--architecture", 0, 0}, "periodic plans are for processors that are alike, and task '" +
                                                      workload.tasks[t].id +
                                                      "' does not take the same time on all (--processors)");
      return false;
    }
  }
  return true;
}

bool check_times(const plan::Graph& graph, const PeriodicArguments& arguments, Diagnostics& diagnostics) {
  const SourcePosition where{arguments.workload.file, 0, 0};
  const plan::Time total = plan::total_time(graph);
  if (total == 0) {
    diagnostics.error(where, "no task takes any time, so a period would have no cycles (cycles above 0)");
  } else if (total > plan::kLongest / arguments.options.unrolling.max_unroll) {
    diagnostics.error(where, "the tasks' times, as often as --max-unroll says, sum to 2^62 cycles or more");
  }
  return diagnostics.ok();
}

/// Options that contradict each other.
void check_options(const CLI::App& command, const PeriodicArguments& arguments, Diagnostics& diagnostics) {
  if (arguments.trace && arguments.output.json)
    diagnostics.error({"--trace", 0, 0}, "prints text, which does not go with --json");
  if (arguments.until == "stable") return;
  for (const char* option : {"--reassign", "--rounds", "--seed", "--exact", "--nodes", "--time-limit"}) {
    if (command.count(option) == 0) continue;
    diagnostics.error({option, 0, 0}, "goes with --until stable: the schemes of the source are not searched");
  }
}

int make_plan(const CLI::App& command, PeriodicArguments& arguments) {
  Diagnostics diagnostics;
  check_options(command, arguments, diagnostics);
  if (!diagnostics.ok()) return report_wrong_input(diagnostics);
  arguments.options.until = arguments.until == "start"    ? plan::PeriodicUntil::start
                            : arguments.until == "source" ? plan::PeriodicUntil::source
                                                          : plan::PeriodicUntil::stable;
  Workload workload;
  if (!load_workload_to_plan(arguments.workload, workload, clock_of(arguments.machine.architecture)))
    return kWrongInput;
  const auto machine = read_plan_machine(arguments.machine, workload);
  if (!machine) return kWrongInput;
  std::vector<std::string> inputs = files_of_times(arguments.machine);
  inputs.insert(inputs.end(), {arguments.workload.file, arguments.machine.architecture});
  if (!may_write({arguments.output.out, arguments.output.svg}, inputs)) return kWrongInput;
  const auto limit = read_billionths(arguments.utilization, "--utilization", 1, diagnostics);
  if (!limit || !check_alike(*machine, workload, diagnostics)) return report_wrong_input(diagnostics);
  arguments.options.unrolling.utilization_billionths = *limit;

  std::vector<plan::Time> times;
  for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) times.push_back(machine->times(t, 0));
  const plan::Graph graph(times, plan::Graph(workload).edges());
  if (!check_times(graph, arguments, diagnostics)) return report_wrong_input(diagnostics);

  const std::atomic<bool>& stop = stop_on_interrupt();
  arguments.options.search.stop = &stop;
  std::optional<ProgressLine> progress_line(std::in_place);
  ProgressLine& line = *progress_line;
  arguments.options.search.progress = [&](std::uint64_t round, std::uint64_t of, std::uint64_t largest) {
    line.show([&](double /*seconds*/) {
      return fmt::format("search: {} of {} rounds, largest retiming {}", round, of, largest);
    });
  };
  if (arguments.exact) {
    arguments.limits.stop = &stop;
    if (arguments.time_limit > 0) arguments.limits.seconds = arguments.time_limit;
    arguments.limits.progress = [&](const plan::MilpProgress& progress) {
      line.show([&](double /*seconds*/) { return exact_text(progress); });
    };
    arguments.options.exact = arguments.limits;
  }
  const plan::PeriodicProblem problem{graph, machine->times.processors(), machine->transfer};
  const plan::PeriodicResult result = plan::plan_periodic(problem, arguments.options);
  progress_line.reset();  // the following output replaces the line
  if (result.max_retiming >= plan::kLongest / result.unrolling.period) {
    diagnostics.error({arguments.workload.file, 0, 0},
                      "the prologue would have 2^62 cycles or more (less bytes, or a smaller --cycles-per-byte)");
    return report_wrong_input(diagnostics);
  }
  if (arguments.exact && !result.exact) {
    std::cerr << fmt::format(
        "note: --exact: too large for the model (at most {} pairs of copies on one processor and a period of {} "
        "cycles), so max_retiming is between least_retiming and what was found\n",
        plan::kMostExactPairs, plan::kMostExactPeriod);
  }
  if (arguments.trace) {
    std::cout << periodic_trace(workload, problem, plan::source_schemes(problem, arguments.options.unrolling),
                                arguments.options.until != plan::PeriodicUntil::start);
  }
  plan::Plan plan = plan::periodic_plan(problem, arguments.options, result);
  plan.workload = workload.name;
  set_machine_parameters(arguments.machine, *machine, plan.parameters);
  return write_plan(plan, workload, arguments.output,
                    provenance_of(workload, arguments.workload.file, arguments.workload.sets), machine->names);
}

}  // namespace

void add_plan_periodic(CLI::App& plan, int& status) {
  const auto arguments = std::make_shared<PeriodicArguments>();
  CLI::App* command = plan.add_subcommand(
      "periodic", "A graph executed again and again: unroll, longest task first, retime for a short prologue");
  add_workload_argument(*command, "WORKLOAD", arguments->workload);
  add_plan_machine(*command, arguments->machine);
  plan::PeriodicOptions& options = arguments->options;
  command->add_option("--utilization", arguments->utilization,
                      "unroll until the utilization is above this, 0 to 1 (default: 0.95)");
  command->add_option("--max-unroll", options.unrolling.max_unroll, "most executions in a period (default: 16)")
      ->check(CLI::Range(1U, plan::kMostUnroll));
  command->add_flag("--reassign", options.reassign,
                    "copies may leave the processors of longest-first, at the same period, for a shorter prologue");
  add_plan_times(*command, arguments->machine);
  command
      ->add_option(
          "--until", arguments->until,
          "end with the initial scheme (start), with the one adjusted by key nodes (source), or after a search "
          "(stable, default)")
      ->check(CLI::IsMember({"stable", "source", "start"}));
  command->add_flag("--trace", arguments->trace,
                    "print the initial scheme, the key nodes and the adjusted scheme, with starts and retimings");
  command->add_option("--rounds", options.search.rounds, "orders that the search tries at most (default: 20000)");
  command->add_option("--seed", options.search.seed, "of the search (default: 1)");
  command->add_flag("--exact", arguments->exact,
                    "look for the smallest prologue with the MILP solver, small cases only");
  command->add_option("--nodes", arguments->limits.nodes, "of the solver at most (default: 100000)");
  command
      ->add_option("--time-limit", arguments->time_limit,
                   "of the solver in seconds; results then depend on the machine")
      ->check(CLI::PositiveNumber);
  add_plan_output(*command, arguments->output);
  command->footer(
      "Examples:\n  gantry plan periodic ops.txt --processors 2\n"
      "  gantry plan periodic ops.txt --processors 2 --until source --trace\n"
      "  gantry plan periodic resnet50.yaml --processors 16 --max-unroll 4 --cycles-per-byte 0.03125 -o plan.json\n"
      "  gantry plan periodic resnet50.yaml --processors 16 --times from:out/resnet50 -o plan.json\n"
      "  gantry plan repeat plan.json resnet50.yaml --periods 100 --workload-out many.yaml -o many.json");
  command->callback([command, arguments, &status] { status = make_plan(*command, *arguments); });
}

}  // namespace gantry
