// SPDX-License-Identifier: Apache-2.0
#include "commands/partition_arguments.h"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "architecture/architecture_reader.h"
#include "plan/part_limits.h"
#include "plan/plan_machine.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::uint64_t kBillion = 1000000000;
constexpr std::uint64_t kMostImbalance = 1000000;
constexpr const char* kBytes = "bytes:";

/// Reads the number and the capacities of the parts.
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
    const auto architecture = load_architecture(arguments.machine.architecture, diagnostics);
    if (!architecture) return;
    numbers.shares = cluster_shares(*architecture);
    numbers.part_of = cluster_places(*architecture);
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

}  // namespace

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
  check_plan_costs(command, arguments.machine, diagnostics);
  if (!arguments.machine.costs.empty() && arguments.machine.costs != "bytes" && arguments.critical == "slack")
    diagnostics.error({"--critical", 0, 0}, "slack counts the bytes of edges, and --costs machine does not");
  const auto transfer = read_transfer(arguments.machine.cycles_per_byte, arguments.machine.latency, diagnostics);
  if (transfer) numbers.transfer = *transfer;
  if (command.count("--metis-weights") > 0 && arguments.initial != "metis")
    diagnostics.error({"--metis-weights", 0, 0}, "is of use only with --initial metis");
  if (arguments.metis_weights == "critical" && numbers.objective != plan::Objective::critical)
    diagnostics.error({"--metis-weights", 0, 0},
                      "must be plain, objective or best with --objective " + arguments.objective);
  if (arguments.trace && arguments.output.json)
    diagnostics.error({"--trace", 0, 0}, "prints text, which does not go with --json");
  if (arguments.trace && arguments.until == "start")
    diagnostics.error({"--trace", 0, 0}, "prints rounds, and --until start has none");
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

}  // namespace gantry
