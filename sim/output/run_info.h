// SPDX-License-Identifier: Apache-2.0
// Data of a run for reports, beyond its statistics.
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
#include "gantry/explain/response_table.h"
#include "output/store_advice.h"
#include "result/run_summary.h"

namespace gantry {

/// A plan and the run that replayed it.
struct PlanOutcome {
  std::string method;
  std::optional<std::uint64_t> predicted_cycles;  ///< predicted length; nothing: the plan has no times
  /// Bytes of transfers in the plan that the machine did not move; nothing: none, or the plan counts no transfers.
  std::optional<std::uint64_t> bytes_not_moved;
  /// Cycles by cause along the chain of events that ends the run; they sum to the run's cycles.
  std::vector<std::pair<std::string, std::uint64_t>> path;
};

struct RunInfo {
  std::string experiment;
  std::string architecture;
  std::uint64_t seed = 0;
  std::uint32_t clock_mhz = 1000;  ///< 1..100000
  /// Long-run statistics of a stream.
  std::optional<StreamStats> stream;
  /// Statistics of streams of graphs.
  std::optional<TenantsStats> streams;
  /// Times of completed tasks by stage, for runs of the machine.
  std::optional<std::vector<StageResults>> stages;
  Provenance provenance;
  bool ideal = false;  ///< the run used the ideal calendar, not the machine
  /// For a replay: the plan's prediction, and where the run's cycles went.
  std::optional<PlanOutcome> plan;
  /// Cycles of the critical path by cause; they sum to the run's cycles. Empty: unknown.
  std::vector<std::pair<std::string, std::uint64_t>> critical_path;
  /// Cycles in which a task of the critical path had everything that it needed except this cause.
  std::vector<std::pair<std::string, std::uint64_t>> critical_path_held;
  /// Run length without each item of kReliefTable, with the same decisions. Empty: unknown.
  std::vector<std::pair<std::string, std::uint64_t>> critical_path_without;
  /// Where the instances of streams spent their time. Nothing: no streams, or unknown.
  std::optional<ResponsePaths> responses;
  /// Larger local stores that would have saved reads of global memory; nothing: none, or unknown.
  std::optional<StoreAdvice> stores;
  std::vector<std::string> verdict;
  /// Keys from which the run draws random numbers, as a message tells them; empty: none.
  std::string random;
  /// Lower bounds of the run's length, for complete runs of the machine.
  std::optional<Bounds> bounds;
  /// Use of the processors' cycles, likewise.
  std::optional<Overhead> overhead;
  /// Area, energy and power, for runs of the machine.
  std::optional<RunCost> cost;
  /// What faults of processors cost; nothing: there are none, or they are not reported.
  std::optional<RunSummary::FaultResults> faults;
  /// The experiment without its faults; nothing: it has none, or it was not run.
  std::optional<RunSummary::WithoutFaults> without_faults;
  /// Files written beside the summary (output_names.h). `gantry check` expects exactly these tables.
  std::vector<std::string> outputs;
  /// Those of these files that end before the run does.
  std::vector<RunSummary::LeftOut> left_out;
};

}  // namespace gantry
