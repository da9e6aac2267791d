// SPDX-License-Identifier: Apache-2.0
// Arguments of `gantry plan partition`, and the numbers that follow from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/plan.h"
#include "gantry/plan/partition/partition.h"

namespace gantry {

struct PartitionArguments {
  WorkloadArgument workload;
  std::uint32_t parts = 0;  ///< 0: as many as there are capacities or clusters
  std::string capacity;
  PlanMachineArguments machine;  ///< machine whose clusters are the parts
  std::string objective = "critical";
  std::string initial = "metis";
  std::string metis_weights = "best";
  std::string critical = "file";
  std::uint64_t critical_value = 1;
  std::string mode = "first";
  std::uint64_t threshold = 0;
  std::string imbalance = "0.1";
  std::string until = "stable";
  std::uint64_t seed = 1;
  bool trace = false;  ///< print the rounds of the source
  PlanOutput output;
};

/// The arguments in the planner's form, except for what needs the workload.
struct PartitionNumbers {
  plan::Objective objective = plan::Objective::critical;
  std::uint32_t parts = 0;
  std::vector<std::uint64_t> capacities;  ///< capacities of the parts, with --capacity
  std::vector<std::uint64_t> shares;      ///< shares of the parts, with --architecture
  std::vector<std::uint32_t> part_of;     ///< part of each processor, with --architecture
  std::uint64_t imbalance_billionths = 0;
  std::uint64_t bytes_billionths = 0;  ///< billionths of the edges' bytes, with --critical bytes:Q
  plan::TransferCost transfer;
};

/// Checks the arguments: parts, capacities and objective must fit each other. Returns nothing after an error, which is
/// reported.
std::optional<PartitionNumbers> read_numbers(const CLI::App& command, const PartitionArguments& arguments,
                                             Diagnostics& diagnostics);

/// Returns the capacities of the parts.
plan::Balance balance(const plan::Graph& graph, const PartitionNumbers& numbers);

/// Returns the edges that --critical selects.
plan::CriticalEdges critical_edges(const plan::Graph& graph, const PartitionArguments& arguments,
                                   const PartitionNumbers& numbers);

}  // namespace gantry
