// SPDX-License-Identifier: Apache-2.0
// gantry plan partition: K parts with few critical edges between them.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <utility>

#include "architecture/architecture_reader.h"
#include "commands/exit_status.h"
#include "commands/long_work.h"
#include "commands/muted_output.h"
#include "commands/plan.h"
#include "commands/written_file.h"
#include "gantry/plan/partition/partition_plan.h"
#include "gantry/plan/partition/start.h"
#include "plan/part_file.h"
#include "plan/part_limits.h"
#include "plan/plan_machine.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr int kInterrupted = 1;
constexpr std::uint64_t kBillion = 1000000000;
constexpr std::uint64_t kMostImbalance = 1000000;
constexpr std::uint64_t kMostGain = 1000000000;
constexpr const char* kBytes = "bytes:";

struct PartitionArguments {
  WorkloadArgument workload;
  std::uint32_t parts = 0;  ///< 0: as many as there are capacities or clusters
  std::string capacity;
  std::string architecture;
  std::string objective = "critical";
  std::string initial = "metis";
  std::string metis_weights = "best";
  std::string critical = "file";
  std::string cycles_per_byte = "1";
  std::string latency = "0";
  std::uint64_t critical_value = 1;
  std::string mode = "first";
  std::uint64_t threshold = 0;
  std::string imbalance = "0.1";
  std::string until = "stable";
  std::uint64_t seed = 1;
  PlanOutput output;
};

/// The arguments as the planner takes them, as far as they do not need the workload.
struct PartitionNumbers {
  plan::Objective objective = plan::Objective::critical;
  std::uint32_t parts = 0;
  std::vector<std::uint64_t> capacities;  ///< of the parts, with --capacity
  std::vector<std::uint64_t> shares;      ///< of the parts, with --architecture
  std::uint64_t imbalance_billionths = 0;
  std::uint64_t bytes_billionths = 0;  ///< of the edges, with --critical bytes:Q
  plan::TransferCost transfer;
};

/// The parts and what they may hold.
void read_parts(const CLI::App& command, const PartitionArguments& arguments, PartitionNumbers& numbers,
                Diagnostics& diagnostics) {
  const bool by_capacity = command.count("--capacity") > 0;
  const bool by_clusters = command.count("--architecture") > 0;
  numbers.parts = arguments.parts;
  if (by_capacity && (by_clusters || command.count("--imbalance") > 0)) {
    diagnostics.error({"--capacity", 0, 0}, "is what a part may hold, without --imbalance and --architecture");
  } else if (by_capacity) {
    numbers.capacities = read_capacities(arguments.capacity, "--capacity", diagnostics);
    if (numbers.capacities.size() > 1 && numbers.parts == 0)
      numbers.parts = static_cast<std::uint32_t>(numbers.capacities.size());
    if (numbers.capacities.size() == 1 && numbers.parts > 1)
      numbers.capacities.resize(numbers.parts, numbers.capacities[0]);
    if (!numbers.capacities.empty() && numbers.parts != 0 && numbers.capacities.size() != numbers.parts) {
      diagnostics.error({"--capacity", 0, 0}, "has " + std::to_string(numbers.capacities.size()) + " numbers for " +
                                                  std::to_string(numbers.parts) + " parts (--parts)");
    }
  } else if (by_clusters) {
    const auto architecture = load_architecture(arguments.architecture, diagnostics);
    if (!architecture) return;
    numbers.shares = cluster_shares(*architecture);
    if (numbers.parts == 0) numbers.parts = static_cast<std::uint32_t>(numbers.shares.size());
    if (numbers.shares.size() != numbers.parts) {
      diagnostics.error({"--architecture", 0, 0}, "has " + std::to_string(numbers.shares.size()) + " clusters for " +
                                                      std::to_string(numbers.parts) + " parts (--parts)");
    }
  }
  if (diagnostics.ok() && numbers.parts == 0) {
    diagnostics.error({"--parts", 0, 0},
                      "is needed, or a --capacity for each part, or an --architecture with clusters");
  }
}

bool is_bytes(const PartitionArguments& arguments) { return arguments.critical.rfind(kBytes, 0) == 0; }

std::optional<PartitionNumbers> read_numbers(const CLI::App& command, const PartitionArguments& arguments,
                                             Diagnostics& diagnostics) {
  PartitionNumbers numbers;
  const auto objective = std::find(plan::kObjectiveNames.begin(), plan::kObjectiveNames.end(), arguments.objective);
  numbers.objective = static_cast<plan::Objective>(objective - plan::kObjectiveNames.begin());
  read_parts(command, arguments, numbers, diagnostics);
  const auto read = [&](const std::string& text, const char* option, std::uint64_t most, std::uint64_t& value) {
    const auto number = read_billionths(text, option, most, diagnostics);
    if (number) value = *number;
  };
  read(arguments.imbalance, "--imbalance", kMostImbalance, numbers.imbalance_billionths);
  if (is_bytes(arguments)) {
    read(arguments.critical.substr(std::string(kBytes).size()), "--critical bytes", 1, numbers.bytes_billionths);
  } else if (arguments.critical != "file" && arguments.critical != "slack") {
    diagnostics.error(
        {"--critical", 0, 0},
        "must be file, slack or bytes:Q with Q from 0 to 1 (as in bytes:0.1), not " + in_quotes(arguments.critical));
  }
  const auto transfer = read_transfer(arguments.cycles_per_byte, arguments.latency, diagnostics);
  if (transfer) numbers.transfer = *transfer;
  if (command.count("--metis-weights") > 0 && arguments.initial != "metis")
    diagnostics.error({"--metis-weights", 0, 0}, "is of use only with --initial metis");
  if (arguments.metis_weights == "critical" && numbers.objective != plan::Objective::critical)
    diagnostics.error({"--metis-weights", 0, 0},
                      "must be plain, objective or best with --objective " + arguments.objective);
  if (!diagnostics.ok()) return std::nullopt;
  return numbers;
}

plan::Balance balance(const plan::Graph& graph, const PartitionNumbers& numbers) {
  if (!numbers.capacities.empty()) return plan::capacity_balance(graph, numbers.capacities);
  if (!numbers.shares.empty()) return plan::shared_balance(graph, numbers.shares, numbers.imbalance_billionths);
  return plan::make_balance(graph, numbers.parts, numbers.imbalance_billionths);
}

plan::CriticalEdges critical_edges(const plan::Graph& graph, const PartitionArguments& arguments,
                                   const PartitionNumbers& numbers) {
  if (arguments.critical == "slack") return plan::longest_path_edges(graph, numbers.transfer);
  if (!is_bytes(arguments)) return plan::marked_edges(graph);
  const std::uint64_t whole = graph.edges().size() * numbers.bytes_billionths;  // below 2^24 x 10^9
  return plan::heaviest_edges(graph, (whole + kBillion - 1) / kBillion);
}

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
  parameters.set("cycles_per_byte", arguments.cycles_per_byte);
  parameters.set("latency", arguments.latency);
  parameters.set("mode", arguments.mode);
  if (numbers.capacities.empty()) {
    parameters.set("imbalance", arguments.imbalance);
  } else {
    parameters.set("capacity", list_text(numbers.capacities));
  }
  if (!numbers.shares.empty()) {
    parameters.set("clusters", shown_path(arguments.architecture));
    parameters.set("shares", list_text(numbers.shares));
  }
  parameters.set("until", arguments.until);
}

plan::RefineOptions refine_options(const PartitionArguments& arguments) {
  plan::RefineOptions options;
  options.mode = arguments.mode == "all"      ? plan::RoundMode::all
                 : arguments.mode == "random" ? plan::RoundMode::random
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
                             const plan::RefineOptions& options) {
  ProgressLine line;
  plan::RefineControl control;
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

/// What holds for workload and options together.
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

void warn(const std::string& what) { std::cerr << "warning: " << what << '\n'; }

int make_plan(const CLI::App& command, const PartitionArguments& arguments) {
  Diagnostics diagnostics;
  const auto numbers = read_numbers(command, arguments, diagnostics);
  if (!numbers) return report_wrong_input(diagnostics);
  Workload workload;
  if (!load_workload_argument(arguments.workload, workload)) return kWrongInput;
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
                 {arguments.workload.file, arguments.architecture, from_file ? arguments.initial : ""}))
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
  const plan::Refined refined = refine_watched(problem, *parts, options);
  plan::Plan plan = plan::partition_plan(problem, *parts, refined, options, numbers->transfer);
  plan.workload = workload.name;
  set_parameters(arguments, *numbers, plan.parameters);
  const int status = write_plan(plan, workload, arguments.output,
                                provenance_of(workload, arguments.workload.file, arguments.workload.sets));
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
  command->add_option("--architecture", arguments->architecture,
                      "parts are the clusters of this architecture file, with loads in proportion to their speeds");
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
  command->add_option("--cycles-per-byte", arguments->cycles_per_byte,
                      "cycles per byte between parts, and for slack of every edge, a decimal (default: 1)");
  command->add_option("--latency", arguments->latency, "cycles per transfer, likewise (default: 0)");
  command
      ->add_option("--critical-value", arguments->critical_value,
                   "gain of one critical edge, or of what the objective counts (default: 1)")
      ->check(CLI::Range(std::uint64_t{1}, kMostGain));
  command
      ->add_option("--mode", arguments->mode,
                   "a round moves the first candidate in flow order (first, default), the best of all, or a random one")
      ->check(CLI::IsMember({"first", "all", "random"}));
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
  add_plan_output(*command, arguments->output);
  command->footer(
      "Exit status: 0 done, 1 interrupted (the best partition found is written), 2 wrong command line or input.\n\n"
      "Examples:\n"
      "  gantry plan partition tasks.yaml --parts 4 -o plan.json\n"
      "  gantry plan partition montage.json --parts 8 --critical slack --initial metis\n"
      "  gantry plan partition mesh.graph --parts 16 --objective edges --imbalance 0.03 --json\n"
      "  gantry plan partition montage.json --architecture clusters.yaml --objective bytes -o plan.json");
  command->callback([command, arguments, &status] { status = make_plan(*command, *arguments); });
}

}  // namespace gantry
