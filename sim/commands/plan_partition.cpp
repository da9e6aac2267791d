// SPDX-License-Identifier: Apache-2.0
// gantry plan partition: K parts with few critical edges between them.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <utility>

#include "commands/exit_status.h"
#include "commands/long_work.h"
#include "commands/muted_output.h"
#include "commands/plan.h"
#include "commands/written_file.h"
#include "gantry/plan/partition/partition_plan.h"
#include "gantry/plan/partition/start.h"
#include "plan/part_file.h"
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
  std::uint32_t parts = 0;
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
  std::uint64_t imbalance_billionths = 0;
  std::uint64_t bytes_billionths = 0;  ///< of the edges, with --critical bytes:Q
  plan::TransferCost transfer;
};

bool is_bytes(const PartitionArguments& arguments) { return arguments.critical.rfind(kBytes, 0) == 0; }

std::optional<PartitionNumbers> read_numbers(const CLI::App& command, const PartitionArguments& arguments,
                                             Diagnostics& diagnostics) {
  PartitionNumbers numbers;
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
  if (!diagnostics.ok()) return std::nullopt;
  return numbers;
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
  const auto weights = arguments.metis_weights == "plain"      ? plan::MetisWeights::plain
                       : arguments.metis_weights == "critical" ? plan::MetisWeights::critical
                                                               : plan::MetisWeights::best;
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

void set_parameters(const PartitionArguments& arguments, plan::Values& parameters) {
  parameters.set("initial", arguments.initial);
  if (arguments.initial == "metis") parameters.set("metis_weights", arguments.metis_weights);
  parameters.set("critical", arguments.critical);
  parameters.set("cycles_per_byte", arguments.cycles_per_byte);
  parameters.set("latency", arguments.latency);
  parameters.set("mode", arguments.mode);
  parameters.set("imbalance", arguments.imbalance);
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

plan::Refined refine_watched(const plan::PartitionProblem& problem, std::vector<std::uint32_t> parts,
                             const plan::RefineOptions& options) {
  ProgressLine line;
  plan::RefineControl control;
  control.stop = &stop_on_interrupt();
  if (line.is_seen()) {
    control.progress = [&](const plan::Cut& best) {
      line.show([&](double /*seconds*/) {
        return fmt::format("{:>10} critical of {:>10} cut edges, best so far (Ctrl-C keeps it)", best.critical,
                           best.edges);
      });
    };
  }
  return plan::refine(problem, std::move(parts), options, control);
}

/// What holds for workload and options together.
bool check_workload(const Workload& workload, const plan::Graph& graph, const PartitionArguments& arguments) {
  Diagnostics diagnostics;
  if (arguments.parts > graph.tasks()) {
    diagnostics.error({"--parts", 0, 0}, "cannot make " + std::to_string(arguments.parts) + " parts of the " +
                                             std::to_string(graph.tasks()) + " tasks in " + workload.where.file +
                                             " (every part needs one)");
  }
  plan::Time total = 0;
  for (const plan::Time time : graph.times()) total = plan::add(total, time);
  if (total == plan::kLongest)
    diagnostics.error(workload.where, "the tasks' times add up to 2^62 cycles or more (a smaller unit would do)");
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
  if (!check_workload(workload, graph, arguments)) return kWrongInput;
  const plan::PartitionProblem problem(graph, critical_edges(graph, arguments, *numbers), arguments.parts,
                                       numbers->imbalance_billionths);
  if (problem.critical_edges() == 0)
    warn("no edge is critical, so that only the number of cut edges counts (--critical slack or bytes:Q finds some)");
  const auto parts = start(problem, workload, arguments);
  if (!parts) return kWrongInput;
  const bool from_file = arguments.initial != "cluster" && arguments.initial != "metis";
  if (!may_write({arguments.output.out}, {arguments.workload.file, from_file ? arguments.initial : ""}))
    return kWrongInput;
  const plan::Partition before(problem, *parts);
  if (before.over_limit()) {
    warn("the initial partition has a part with a load of " + std::to_string(before.largest_load()) +
         ", above the limit of " + std::to_string(problem.balance().limit));
  }
  const plan::RefineOptions options = refine_options(arguments);
  const plan::Refined refined = refine_watched(problem, *parts, options);
  plan::Plan plan = plan::partition_plan(problem, *parts, refined, options, numbers->transfer);
  plan.workload = workload.name;
  set_parameters(arguments, plan.parameters);
  const int status = write_plan(plan, workload, arguments.output,
                                provenance_of(workload, arguments.workload.file, arguments.workload.sets));
  if (status != 0 || !refined.stopped) return status;
  warn("interrupted: this is the best partition found until then");
  return kInterrupted;
}

}  // namespace

void add_plan_partition(CLI::App& plan, int& status) {
  const auto arguments = std::make_shared<PartitionArguments>();
  CLI::App* command = plan.add_subcommand("partition", "K parts with few critical edges between them");
  add_workload_argument(*command, "WORKLOAD", arguments->workload);
  command->add_option("--parts", arguments->parts, "number of parts")->required()->check(CLI::Range(1U, 1U << 22));
  command->add_option("--initial", arguments->initial, "partition to start from: metis (default), cluster or a file");
  command
      ->add_option("--metis-weights", arguments->metis_weights,
                   "whether METIS knows which edges are critical: plain, critical, or best of both (default)")
      ->check(CLI::IsMember({"plain", "critical", "best"}));
  command->add_option("--critical", arguments->critical,
                      "critical edges: those that the file marks (file, default), those on a longest path (slack), "
                      "the share Q with the most bytes (bytes:Q)");
  command->add_option("--cycles-per-byte", arguments->cycles_per_byte,
                      "cycles per byte between parts, and for slack of every edge, a decimal (default: 1)");
  command->add_option("--latency", arguments->latency, "cycles per transfer, likewise (default: 0)");
  command->add_option("--critical-value", arguments->critical_value, "gain of one critical edge (default: 1)")
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
      "  gantry plan partition mesh.graph --parts 16 --critical bytes:1 --imbalance 0.03 --json");
  command->callback([command, arguments, &status] { status = make_plan(*command, *arguments); });
}

}  // namespace gantry
