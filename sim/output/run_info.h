// SPDX-License-Identifier: Apache-2.0
// What the reports say about a run beside its statistics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/cost/run_energy.h"
#include "gantry/explain/bound_table.h"
#include "gantry/explain/overhead_table.h"
#include "result/run_summary.h"

namespace gantry {

/// A plan and the run that replayed it.
struct PlanOutcome {
  std::string method;
  std::optional<std::uint64_t> predicted_cycles;  ///< if the plan says when tasks run
  /// The chain of events that ends the run, backwards: what its cycles were spent on; they sum to the run's cycles.
  std::vector<std::pair<std::string, std::uint64_t>> path;
};

struct RunInfo {
  std::string experiment;
  std::string architecture;
  std::uint64_t seed = 0;
  std::uint32_t clock_mhz = 1000;  ///< 1..100000
  /// Of a stream: what it converges to.
  std::optional<StreamStats> stream;
  /// Of streams of graphs.
  std::optional<TenantsStats> streams;
  /// Of a run of the machine: where the completed tasks spent their cycles.
  std::optional<std::vector<StageResults>> stages;
  Provenance provenance;
  bool ideal = false;  ///< a calendar ran, not the machine
  /// Of a replay: what its plan says, and where the run's cycles went.
  std::optional<PlanOutcome> plan;
  /// Cycles of the critical path by cause, all causes; they sum to the run's cycles. Empty: not known.
  std::vector<std::pair<std::string, std::uint64_t>> critical_path;
  /// Cycles in which something of the path waited for others alone, by what for; all causes.
  std::vector<std::pair<std::string, std::uint64_t>> critical_path_held;
  /// The run's cycles without one thing after the other, its decisions kept: kReliefTable. Empty: not known.
  std::vector<std::pair<std::string, std::uint64_t>> critical_path_without;
  std::vector<std::string> verdict;
  /// Of a complete run of the machine: what it could not have been shorter than.
  std::optional<Bounds> bounds;
  /// ... and what became of its processors' cycles.
  std::optional<Overhead> overhead;
  /// Of a run of the machine: area, energy and power.
  std::optional<RunCost> cost;
  /// Files written beside the summary (names of output_names.h); `gantry check` expects exactly these tables.
  std::vector<std::string> outputs;
  /// Of these, those that end before the run does.
  std::vector<RunSummary::LeftOut> left_out;
};

}  // namespace gantry
