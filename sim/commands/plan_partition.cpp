// SPDX-License-Identifier: Apache-2.0
// gantry plan partition: K parts with few critical edges between them.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <utility>

#include "commands/exit_status.h"
#include "commands/long_work.h"
#include "commands/muted_output.h"
#include "commands/partition_arguments.h"
#include "commands/partition_trace.h"
#include "commands/plan.h"
#include "commands/written_file.h"
#include "gantry/plan/partition/partition_plan.h"
#include "gantry/plan/partition/start.h"
#include "plan/part_file.h"
#include "plan/part_limits.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr int kInterrupted = 1;
constexpr std::uint64_t kMostGain = 1000000000;

/// The partition to start from; nothing after an error, which is reported.
std::optional<std::vector<std::uint32_t>> start(const plan::PartitionProblem& problem, const Workload& workload,
                                                const PartitionArguments& arguments) {
  Diagnostics diagnostics;
  if (arguments.initial != "cluster" && arguments.initial != "metis") {
    auto parts = load_parts(arguments.initial, workload, problem.parts(), diagnostics);
    if (!parts) report_wrong_input(diagnostics);
    return parts;
  }
  if (arguments.initial == "cluster") return plan::cluster_start(problem, arguments.seed);
  const auto weights = arguments.metis_weights == "plain"  ? plan::MetisWeights::plain
                       : arguments.metis_weights == "best" ? plan::MetisWeights::best
                                                           : plan::MetisWeights::objective;
  const auto parts = [&] {
    const MutedOutput muted;
    return plan::metis_start(problem, weights, arguments.seed);
  }();
  if (parts.empty()) {
    diagnostics.error({"--initial metis", 0, 0}, "METIS found no partition (--initial cluster does without it)");
    report_wrong_input(diagnostics);
    return std::nullopt;
  }
  return parts;
}

void set_parameters(const PartitionArguments& arguments, const PartitionNumbers& numbers, plan::Values& parameters) {
  parameters.set("initial", arguments.initial);
  if (arguments.initial == "metis") parameters.set("metis_weights", arguments.metis_weights);
  parameters.set("critical", arguments.critical);
  if (arguments.machine.costs == "machine") {
    parameters.set("costs", arguments.machine.costs);
  } else {
    parameters.set("cycles_per_byte", arguments.machine.cycles_per_byte);
    parameters.set("latency", arguments.machine.latency);
  }
  parameters.set("mode", arguments.mode);
  if (numbers.capacities.empty()) {
    parameters.set("imbalance", arguments.imbalance);
  } else {
    parameters.set("capacity", list_text(numbers.capacities));
  }
  if (!numbers.shares.empty()) {
    parameters.set("architecture", shown_path(arguments.machine.architecture));
    parameters.set("shares", list_text(numbers.shares));
  }
  parameters.set("until", arguments.until);
}

plan::RefineOptions refine_options(const PartitionArguments& arguments) {
  plan::RefineOptions options;
  options.mode = arguments.mode == "all"        ? plan::RoundMode::all
                 : arguments.mode == "random"   ? plan::RoundMode::random
                 : arguments.mode == "together" ? plan::RoundMode::together
                                                : plan::RoundMode::first;
  options.until = arguments.until == "source"  ? plan::RefineUntil::source
                  : arguments.until == "start" ? plan::RefineUntil::start
                                               : plan::RefineUntil::stable;
  options.rule = {arguments.critical_value, arguments.threshold};
  options.seed = arguments.seed;
  return options;
}

/// The best cut so far, for the progress line.
std::string said(plan::Objective objective, const plan::Cut& cut) {
  switch (objective) {
    case plan::Objective::edges:
      return fmt::format("{:>10} cut edges, {:>10} of them critical", cut.first, cut.second);
    case plan::Objective::bytes:
      return fmt::format("{:>14} bytes on {:>10} cut edges", cut.first, cut.second);
    case plan::Objective::critical_bytes:
      return fmt::format("{:>14} critical of {:>14} bytes on cut edges", cut.first, cut.second);
    case plan::Objective::critical:
      break;
  }
  return fmt::format("{:>10} critical of {:>10} cut edges", cut.first, cut.second);
}

plan::Refined refine_watched(const plan::PartitionProblem& problem, std::vector<std::uint32_t> parts,
                             const plan::RefineOptions& options, PartitionTrace* trace) {
  ProgressLine line;
  plan::RefineControl control;
  if (trace != nullptr) {
    control.round = [trace](const plan::Partition& before, const std::vector<plan::Candidate>& moves,
                            const plan::Partition& after) { std::cout << trace->round(before, moves, after); };
  }
  control.stop = &stop_on_interrupt();
  if (line.is_seen()) {
    control.progress = [&](const plan::Cut& best) {
      line.show(
          [&](double /*seconds*/) { return said(problem.objective(), best) + ", best so far (Ctrl-C keeps it)"; });
    };
  }
  return plan::refine(problem, std::move(parts), options, control);
}

/// Capacities that no partition can keep.
void check_capacities(const plan::Graph& graph, const PartitionNumbers& numbers, plan::Time total,
                      Diagnostics& diagnostics) {
  if (numbers.capacities.empty()) return;
  plan::Time all = 0;
  for (const std::uint64_t capacity : numbers.capacities) all = plan::add(all, capacity);
  const plan::Time load = total > 0 ? total : graph.tasks();
  const plan::Time largest = total > 0 ? *std::max_element(graph.times().begin(), graph.times().end()) : 1;
  const std::uint64_t most = *std::max_element(numbers.capacities.begin(), numbers.capacities.end());
  if (all < load) {
    diagnostics.error({"--capacity", 0, 0},
                      "adds up to " + std::to_string(all) + ", and the tasks to " + std::to_string(load));
  } else if (most < largest) {
    diagnostics.error({"--capacity", 0, 0},
                      "is at most " + std::to_string(most) + ", and the largest task has " + std::to_string(largest));
  }
}

/// Checks workload and options together.
bool check_workload(const Workload& workload, const plan::Graph& graph, const PartitionNumbers& numbers) {
  Diagnostics diagnostics;
  if (numbers.parts > graph.tasks()) {
    diagnostics.error({"--parts", 0, 0}, "cannot make " + std::to_string(numbers.parts) + " parts of the " +
                                             std::to_string(graph.tasks()) + " tasks in " + workload.where.file +
                                             " (every part needs one)");
  }
  plan::Time total = 0;
  for (const plan::Time time : graph.times()) total = plan::add(total, time);
  if (total == plan::kLongest)
    diagnostics.error(workload.where, "the tasks' times add up to 2^62 cycles or more (a smaller unit would do)");
  plan::Time bytes = 0;
  for (const plan::Edge& edge : graph.edges()) bytes = plan::add(bytes, edge.bytes);
  if (plan::counts_bytes(numbers.objective) && bytes == plan::kLongest)
    diagnostics.error(workload.where, "the edges' bytes add up to 2^62 or more (a smaller unit would do)");
  check_capacities(graph, numbers, total, diagnostics);
  if (diagnostics.ok()) return true;
  report_wrong_input(diagnostics);
  return false;
}

/// Reports a part whose cluster cannot run one of its tasks.
bool check_clusters(const Workload& workload, const plan::PartMachine& machine,
                    const std::vector<std::uint32_t>& parts) {
  Diagnostics diagnostics;
  for (std::uint32_t t = 0; t < parts.size() && diagnostics.ok(); ++t) {
    if (machine.can_run(t, parts[t])) continue;
    diagnostics.error({"--architecture", 0, 0}, "has no processor for task " + in_quotes(workload.tasks[t].id) +
                                                    " in the cluster of its part, " + std::to_string(parts[t]) +
                                                    " (clusters have to be able to run any task)");
  }
  if (diagnostics.ok()) return true;
  report_wrong_input(diagnostics);
  return false;
}

void warn(const std::string& what) { std::cerr << "warning: " << what << '\n'; }

int make_plan(const CLI::App& command, const PartitionArguments& arguments) {
  Diagnostics diagnostics;
  const auto numbers = read_numbers(command, arguments, diagnostics);
  if (!numbers) return report_wrong_input(diagnostics);
  Workload workload;
  if (!load_workload_to_plan(arguments.workload, workload, clock_of(arguments.machine.architecture)))
    return kWrongInput;
  const plan::Graph graph(workload);
  if (!check_workload(workload, graph, *numbers)) return kWrongInput;
  const plan::PartitionProblem problem(graph, critical_edges(graph, arguments, *numbers), balance(graph, *numbers),
                                       numbers->objective);
  if (problem.critical_edges() == 0 && numbers->objective == plan::Objective::critical)
    warn("no edge is critical, so that only the number of cut edges counts (--critical slack or bytes:Q finds some)");
  if (problem.critical_edges() == 0 && numbers->objective == plan::Objective::critical_bytes)
    warn("no edge is critical, so that only the bytes of all edges count (--critical slack or bytes:Q finds some)");
  const auto parts = start(problem, workload, arguments);
  if (!parts) return kWrongInput;
  const bool from_file = arguments.initial != "cluster" && arguments.initial != "metis";
  if (!may_write({arguments.output.out},
                 {arguments.workload.file, arguments.machine.architecture, from_file ? arguments.initial : ""}))
    return kWrongInput;
  const plan::Partition before(problem, *parts);
  if (before.over_limit() && !numbers->capacities.empty()) {
    diagnostics.error({"--capacity", 0, 0},
                      from_file
                          ? "is not kept by the partition in " + arguments.initial
                          : "is kept by no partition that was found (larger capacities, or a partition that keeps "
                            "them by --initial FILE)");
    return report_wrong_input(diagnostics);
  }
  for (std::uint32_t part = 0; part < problem.parts(); ++part) {
    if (!before.over_limit(part) || before.load(part) != before.largest_load()) continue;
    warn("the initial partition has a part with a load of " + std::to_string(before.load(part)) +
         ", above the limit of " + std::to_string(problem.limit(part)));
    break;
  }
  const plan::RefineOptions options = refine_options(arguments);
  PartitionTrace trace(workload, options.rule);
  const plan::Refined refined = refine_watched(problem, *parts, options, arguments.trace ? &trace : nullptr);
  std::optional<PlanMachine> machine;
  std::unique_ptr<const plan::PartMachine> clusters;
  if (!numbers->shares.empty()) {
    machine = read_plan_machine(arguments.machine, workload);
    if (!machine) return kWrongInput;
    clusters.reset(
        new plan::PartMachine{machine->times, numbers->part_of, machine->costs ? &*machine->costs : nullptr});
    if (!check_clusters(workload, *clusters, refined.parts)) return kWrongInput;
  }
  plan::Plan plan = plan::partition_plan(problem, *parts, refined, options, numbers->transfer, clusters.get());
  plan.workload = workload.name;
  set_parameters(arguments, *numbers, plan.parameters);
  if (machine && machine->costs && !machine->costs->moved.edges.empty())
    plan.parameters.set("edges", std::string("data"));
  const int status = write_plan(plan, workload, arguments.output,
                                provenance_of(workload, arguments.workload.file, arguments.workload.sets),
                                machine ? machine->names : std::vector<std::string>());
  if (status != 0 || !refined.stopped) return status;
  warn("interrupted: this is the best partition found until then");
  return kInterrupted;
}

}  // namespace

void add_plan_partition(CLI::App& plan, int& status) {
  const auto arguments = std::make_shared<PartitionArguments>();
  CLI::App* command = plan.add_subcommand("partition", "K parts with few critical edges, or bytes, between them");
  add_workload_argument(*command, "WORKLOAD", arguments->workload);
  command->add_option("--parts", arguments->parts, "number of parts (default: of capacities, or of clusters)")
      ->check(CLI::Range(1U, 1U << 22));
  command->add_option("--capacity", arguments->capacity,
                      "most that a part may hold, in place of --imbalance: a number for all, or one for each as in "
                      "100,100,50");
  command->add_option("--architecture", arguments->machine.architecture,
                      "parts are the clusters of this architecture file, with loads in proportion to their speeds, "
                      "and tasks on their processors");
  command
      ->add_option("--objective", arguments->objective,
                   "what to keep small between parts: critical edges, then all (critical, default); all edges (edges); "
                   "their bytes, or weights (bytes); bytes of critical edges, then of all (critical_bytes)")
      ->check(CLI::IsMember(std::vector<std::string>(plan::kObjectiveNames.begin(), plan::kObjectiveNames.end())));
  command->add_option("--initial", arguments->initial, "partition to start from: metis (default), cluster or a file");
  command
      ->add_option(
          "--metis-weights", arguments->metis_weights,
          "whether METIS knows what edges count: plain, objective (for critical edges also: critical), or best "
          "of both (default)")
      ->check(CLI::IsMember({"plain", "objective", "critical", "best"}));
  command->add_option("--critical", arguments->critical,
                      "critical edges: those that the file marks (file, default), those on a longest path (slack), "
                      "the share Q with the most bytes (bytes:Q)");
  command->add_option("--cycles-per-byte", arguments->machine.cycles_per_byte,
                      "cycles per byte between parts, and for slack of every edge, a decimal (default: 1)");
  command->add_option("--latency", arguments->machine.latency, "cycles per transfer, likewise (default: 0)");
  command
      ->add_option("--critical-value", arguments->critical_value,
                   "gain of one critical edge, or of what the objective counts (default: 1)")
      ->check(CLI::Range(std::uint64_t{1}, kMostGain));
  add_plan_costs(*command, arguments->machine);
  command
      ->add_option(
          "--mode", arguments->mode,
          "a round moves the first candidate in flow order (first, default), the best of all, a random one, or "
          "all candidates that have capacity together, if the result is better")
      ->check(CLI::IsMember({"first", "all", "random", "together"}));
  command
      ->add_option("--threshold", arguments->threshold,
                   "a candidate's difference of gains is above this whole number (default: 0)")
      ->check(CLI::Range(std::uint64_t{0}, kMostGain));
  command->add_option("--imbalance", arguments->imbalance,
                      "a part holds up to (1 + this decimal) times its share of the load (default: 0.1)");
  command
      ->add_option("--until", arguments->until,
                   "end when nothing helps any more (stable, default), where the source ends (source), or with the "
                   "initial partition (start)")
      ->check(CLI::IsMember({"stable", "source", "start"}));
  command->add_option("--seed", arguments->seed, "seed of everything random (default: 1)");
  command->add_flag("--trace", arguments->trace,
                    "print boundary tasks, first and second gains and candidates of each round");
  add_plan_output(*command, arguments->output);
  command->footer(
      "Exit status: 0 done, 1 interrupted (the best partition found is written), 2 wrong command line or input.\n\n"
      "Examples:\n"
      "  gantry plan partition tasks.yaml --parts 4 -o plan.json\n"
      "  gantry plan partition montage.json --parts 8 --critical slack --initial metis\n"
      "  gantry plan partition tasks.yaml --parts 3 --mode together --until source --trace\n"
      "  gantry plan partition mesh.graph --parts 16 --objective edges --imbalance 0.03 --json\n"
      "  gantry plan partition montage.json --architecture clusters.yaml --objective bytes -o plan.json");
  command->callback([command, arguments, &status] { status = make_plan(*command, *arguments); });
}

}  // namespace gantry
