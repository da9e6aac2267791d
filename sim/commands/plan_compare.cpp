// SPDX-License-Identifier: Apache-2.0
// gantry plan compare: several methods on one workload, planned, replayed ideally and on the machine.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "architecture/architecture_reader.h"
#include "commands/compared_methods.h"
#include "commands/exit_status.h"
#include "commands/experiment_text.h"
#include "commands/list_options.h"
#include "commands/long_work.h"
#include "commands/plan.h"
#include "commands/written_file.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "gantry/base/one_line.h"
#include "gantry/plan/list/makespan_bound.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/processor_choice.h"
#include "output/plan_comparison.h"
#include "plan/part_limits.h"
#include "plan/plan_machine.h"
#include "run/plan_run.h"
#include "text/text_file.h"
#include "text/text_table.h"

namespace gantry {
namespace {

struct PlanCompareArguments {
  WorkloadArgument workload;
  std::vector<std::string> methods;
  PlanMachineArguments machine;
  std::string experiment;
  bool no_machine = false;
  ListOptions options;
  bool json = false;
  std::string svg;
};

/// Problem and machine of all compared plans.
struct Contest {
  Workload workload;
  PlanMachine machine;
  std::vector<std::uint32_t> clusters;   ///< by processor; empty: they are all in one
  std::optional<Experiment> on_machine;  ///< without a plan; nothing: there is no machine
  Experiment ideal;                      ///< likewise
};

/// As many processors as that, on which every task runs for as long as the planners think.
Architecture processors_alike(std::uint32_t processors) {
  Architecture architecture;
  ProcessorGroup& group = architecture.processors->emplace_back();
  group.name = "p";
  group.count = processors;
  return architecture;
}

Workload without_types(Workload workload) {
  for (WorkloadTask& task : workload.tasks) {
    if (task.cls != TaskClass::event) task.cls = TaskClass::block;
    task.processor.clear();
    task.cycles_by_type.clear();
    task.job_bytes.reset();
  }
  return workload;
}

/// Returns the experiment for the ideal calendar, which has no matching: restrictions on gangs do not apply there.
Experiment ideal_of(Workload workload, Architecture architecture) {
  Experiment experiment;
  experiment.workload = std::move(workload);
  experiment.architecture = std::move(architecture);
  experiment.architecture.dispatcher->mode = MatchMode::per_job;
  experiment.architecture.dispatcher->colocation.fill(Colocation::none);
  experiment.timing = Timing::ideal;
  return experiment;
}

/// Nothing after an error, which it says.
std::optional<Contest> read_contest(const PlanCompareArguments& arguments) {
  Diagnostics diagnostics;
  const auto refused = [&]() -> std::optional<Contest> {
    report_wrong_input(diagnostics);
    return std::nullopt;
  };
  std::optional<Experiment> base;
  if (!arguments.experiment.empty()) {
    if (arguments.machine.processors != 0 || !arguments.machine.architecture.empty()) {
      diagnostics.error({"--experiment", 0, 0}, "has a machine: give it without --processors and --architecture");
      return refused();
    }
    const auto from = read_experiment_text(arguments.experiment, FileKind::experiment, diagnostics);
    if (!from) return refused();
    base = read_experiment(from->text, from->file, {}, diagnostics);
    if (!base || !diagnostics.ok()) return refused();
    base->stream.reset();
    base->streams.clear();
  } else if (!arguments.machine.architecture.empty()) {
    auto architecture = load_architecture(arguments.machine.architecture, diagnostics);
    if (!architecture) return refused();
    base.emplace();
    base->architecture = std::move(*architecture);
  }
  Workload workload;
  const auto clock = base ? std::optional<std::uint32_t>(base->architecture.clock_mhz) : std::nullopt;
  const auto transfer = read_transfer(arguments.machine.cycles_per_byte, arguments.machine.latency, diagnostics);
  if (!transfer) return refused();
  // As a replay has them: what the plans count, the machine moves.
  const bool counts = transfer->per_byte_billionths > 0 || transfer->latency_billionths > 0;
  if (!load_workload_to_plan(arguments.workload, workload, clock, counts && base && !arguments.no_machine))
    return std::nullopt;
  if (!base) {
    auto machine = read_plan_machine(arguments.machine, workload);
    if (!machine) return std::nullopt;
    Experiment ideal = ideal_of(without_types(workload), processors_alike(arguments.machine.processors));
    return Contest{std::move(workload), std::move(*machine), {}, std::nullopt, std::move(ideal)};
  }
  auto times = task_times(workload, base->architecture, diagnostics);
  if (!times || !diagnostics.ok()) return refused();
  PlanMachine machine{std::move(*times), *transfer, processor_names(base->architecture)};
  base->workload = workload;
  base->timing = Timing::machine;
  Experiment ideal = ideal_of(workload, base->architecture);
  std::vector<std::uint32_t> clusters = cluster_places(base->architecture);
  if (arguments.no_machine) base.reset();
  return Contest{std::move(workload), std::move(machine), std::move(clusters), std::move(base), std::move(ideal)};
}

/// The same experiment with the plan; false if the machine cannot follow it.
bool put_plan(Experiment& experiment, const plan::Plan& plan, Diagnostics& diagnostics) {
  experiment.plan = plan;
  experiment.replay = make_replay(plan, experiment.workload, experiment.architecture,
                                  experiment.timing == Timing::ideal, {"plan " + plan.method, 0, 0}, diagnostics);
  experiment.processor_choice = kPlannedChoice;
  if (!experiment.replay) return false;
  return experiment.timing == Timing::ideal || check_feasible(experiment, diagnostics);
}

void set_parameters(const PlanCompareArguments& arguments, const Contest& contest, plan::Values& parameters) {
  set_machine_parameters(arguments.machine, contest.machine, parameters);
  if (!arguments.experiment.empty()) parameters.set("experiment", shown_path(arguments.experiment));
}

/// Adds the seed to the parameters if a method depends on it.
void set_seed(const std::vector<std::string>& methods, const ListOptions& options, plan::Values& parameters) {
  const std::vector<std::string>& others = methods_beside_lists();
  if (std::find_first_of(methods.begin(), methods.end(), others.begin(), others.end()) != methods.end())
    parameters.set("seed", options.seed);
}

struct Made {
  std::string method;
  plan::Schedule schedule;
  double seconds = 0.0;
};

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// A schedule by every method, and the largest bound that any of them knows.
std::vector<Made> make_schedules(const std::vector<std::string>& methods, const ComparedProblem& problem,
                                 plan::Time& bound, Diagnostics& diagnostics) {
  std::vector<Made> made;
  for (const std::string& method : methods) {
    const auto begin = Clock::now();
    auto found = compared_schedule(method, problem, diagnostics);
    if (!found) continue;
    bound = std::max(bound, found->bound);
    made.push_back({method, std::move(found->schedule), seconds_since(begin)});
  }
  return made;
}

int compare_plans(const PlanCompareArguments& arguments) {
  Diagnostics diagnostics;
  const std::vector<std::string> methods = methods_to_compare(arguments.methods, diagnostics);
  if (!diagnostics.ok()) return report_wrong_input(diagnostics);
  if (!may_write({arguments.svg}, {arguments.workload.file, arguments.machine.architecture, arguments.experiment}))
    return kWrongInput;
  auto contest = read_contest(arguments);
  if (!contest) return kWrongInput;
  const plan::Graph graph(contest->workload);
  const plan::ListProblem problem{graph, contest->machine.times, contest->machine.transfer,
                                  releases_for(contest->workload, arguments.options)};

  PlanComparison found;
  found.workload = contest->workload.name;
  found.tasks = contest->workload.tasks.size();
  found.machine = fmt::format("{} processors", grouped(contest->machine.times.processors()));
  found.bound = plan::makespan_bound(problem);
  found.improved = arguments.options.improve > 0;
  found.provenance = provenance_of(contest->workload, arguments.workload.file, arguments.workload.sets);
  set_parameters(arguments, *contest, found.parameters);
  set_list_parameters(problem, arguments.options, found.parameters);
  set_seed(methods, arguments.options, found.parameters);
  const ComparedProblem compared{contest->workload, problem, contest->clusters, arguments.options.seed};
  const std::vector<Made> made = make_schedules(methods, compared, found.bound, diagnostics);
  if (!diagnostics.ok()) return report_wrong_input(diagnostics);
  std::vector<plan::Plan> plans;
  for (const Made& one : made) {
    const auto begin = Clock::now();
    plan::Plan plan = improved_plan(one.method, problem, one.schedule, found.bound, arguments.options);
    const double took = one.seconds + seconds_since(begin);
    plan.workload = contest->workload.name;
    set_parameters(arguments, *contest, plan.parameters);
    set_list_parameters(problem, arguments.options, plan.parameters);
    found.plans.push_back({one.method, plan.metrics, took, 0, {}});
    plans.push_back(std::move(plan));
    // Everything that the machine cannot follow is known before any of it is simulated.
    if (contest->on_machine) put_plan(*contest->on_machine, plans.back(), diagnostics);
  }
  if (!diagnostics.ok()) {
    report_wrong_input(diagnostics);
    std::cerr << "note: --no-machine compares the plans without a replay on the machine\n";
    return kWrongInput;
  }
  const std::atomic<bool>& stop = stop_on_interrupt();
  for (std::size_t i = 0; i < plans.size(); ++i) {
    ComparedPlan& of = found.plans[i];
    if (!put_plan(contest->ideal, plans[i], diagnostics)) return report_wrong_input(diagnostics);
    of.ideal = run_plan(contest->ideal, &stop).cycles;
    if (!contest->on_machine) continue;
    put_plan(*contest->on_machine, plans[i], diagnostics);
    const PlanRun run = run_plan(*contest->on_machine, &stop);
    of.machine = run.cycles;
    if (run.end == RunEnd::complete) continue;
    std::cerr << of.method << ": " << why(run.end) << " in cycle " << run.cycles << '\n';
    return kUnfinished;
  }
  std::sort(found.plans.begin(), found.plans.end(), [](const ComparedPlan& a, const ComparedPlan& b) {
    return std::make_tuple(a.makespan(), std::string_view(a.method)) <
           std::make_tuple(b.makespan(), std::string_view(b.method));
  });
  if (!arguments.svg.empty()) {
    const int status = write_file(arguments.svg, [&](std::ostream& out) { out << plan_comparison_picture(found); });
    if (status != kDone) return status;
  }
  std::cout << (arguments.json ? plan_comparison_json(found) : plan_comparison_text(found));
  if (!arguments.json && !arguments.svg.empty()) std::cout << "\npicture in " << one_line(arguments.svg) << '\n';
  return kDone;
}

}  // namespace

void add_plan_compare(CLI::App& plan, int& status) {
  const auto arguments = std::make_shared<PlanCompareArguments>();
  CLI::App* command =
      plan.add_subcommand("compare", "Several methods on one workload: planned, replayed ideally and on the machine");
  add_workload_argument(*command, "WORKLOAD", arguments->workload);
  command
      ->add_option(
          "--methods", arguments->methods,
          "with commas between them: list schedulers (default: all of them; `gantry list planners`), partition, "
          "pipeline")
      ->delimiter(',');
  add_plan_machine(*command, arguments->machine);
  command->add_option("--experiment", arguments->experiment,
                      "the machine and the policies of this experiment, in the place of --architecture");
  command->add_flag("--no-machine", arguments->no_machine, "replay ideally alone");
  add_list_options(*command, arguments->options);
  command->get_option("--seed")->description("of the local search, of partition and of pipeline (default: 1)");
  command->add_flag("--json", arguments->json, "print everything as JSON (gantry schema plan_comparison)");
  command->add_option("--svg", arguments->svg, "draw the makespans into this file");
  command->footer(
      "The shortest plan comes first. `plan s` is the time to make a plan; no other number depends on this computer. "
      "With\n"
      "--processors there is no machine to replay on. partition has a part for every cluster of the machine, or if "
      "there "
      "is\none for every processor, and schedules tasks within their parts. pipeline is the exact program for small "
      "graphs and\nannealing for larger ones (seconds); the bound that it proves counts for all.\n\n"
      "Exit status: 0 compared, 1 a run on the machine did not complete, 2 wrong command line or input, or a plan that "
      "the\nmachine cannot follow.\n\n"
      "Examples:\n  gantry plan compare graph.stg --processors 16\n"
      "  gantry plan compare tasks.yaml --methods heft,peft,partition,pipeline --architecture mesh16.yaml "
      "--cycles-per-byte 0.03125\n"
      "  gantry plan compare tasks.yaml --experiment run.yaml --improve 2000 --svg plans.svg");
  command->callback([arguments, &status] { status = compare_plans(*arguments); });
}

}  // namespace gantry
