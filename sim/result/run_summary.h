// SPDX-License-Identifier: Apache-2.0
// summary.json of a run of jobs: everything the run counted, as the writer fills it and the reader returns it.
// `describe` in run_summary.cpp has a line per number (result/result_visitor.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/explain/bound_table.h"
#include "gantry/explain/causes.h"
#include "gantry/explain/overhead_table.h"
#include "gantry/explain/relief_table.h"
#include "gantry/explain/response_table.h"
#include "gantry/kernel/block_stats.h"
#include "gantry/kernel/run_control.h"
#include "gantry/network/network_stats.h"
#include "gantry/scheduler/scheduler_stats.h"
#include "result/cost_results.h"
#include "result/data_results.h"
#include "result/provenance.h"
#include "result/stream_results.h"

namespace gantry {

/// Of cycles that single tasks spent in a stage.
struct StagePercentiles {
  std::uint64_t p50 = 0;
  std::uint64_t p95 = 0;
  std::uint64_t p99 = 0;
};

/// Where the completed tasks of one class, weight and stream spent their cycles.
struct StageResults {
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;
  std::uint32_t stream = 0;
  std::uint64_t tasks = 0;
  WaitStats waits;
  std::optional<std::array<StagePercentiles, kStages>> percentiles;
};

inline constexpr std::size_t kPlanPathParts = 8;
inline constexpr std::array<std::string_view, kPlanPathParts> kPlanPathNames = {
    "compute", "delivery", "input", "completion", "schedule", "register", "submit", "host"};

/// A replay: its plan against the run.
struct PlanResults {
  std::string method;
  std::optional<std::uint64_t> predicted_cycles;
  std::uint64_t simulated_cycles = 0;
  std::optional<double> ratio;
  std::optional<std::uint64_t> bytes_not_moved;                   ///< nothing: none, or the plan counts no transfers
  std::optional<std::array<std::uint64_t, kPlanPathParts>> path;  ///< nothing: the run is not complete
};

struct RunSummary {
  struct Processor {
    std::string name;
    std::string type;
    std::string group;
    std::uint64_t jobs = 0;
    std::uint64_t busy_cycles = 0;
    double utilization = 0.0;
  };
  struct Background : BackgroundStats {
    double accepted = 0.0;  ///< flits per cycle and node
  };
  struct Rounds {
    std::uint64_t rounds = 0;
    std::uint64_t contested = 0;
  };
  struct ClassShare {
    std::string cls;
    std::uint64_t picks = 0;
    double share = 0.0;
    std::optional<std::uint64_t> longest_wait;  ///< nothing: entries were not seen
  };
  struct Share {
    struct Seen {
      double expected_share = 0.0;
      double lag = 0.0;
      std::uint64_t longest_wait = 0;
    };
    std::string cls;
    std::uint32_t weight = 1;
    std::uint64_t picks = 0;
    double share = 0.0;
    std::optional<Seen> seen;  ///< nothing: entries were not seen
  };
  struct BoundResults {
    Bounds bounds;
    Bound binding = Bound::longest_path;
    double share = 0.0;
  };
  struct OverheadResults {
    Overhead parts;
    std::uint64_t processor_cycles = 0;
    std::uint64_t work_ready = 0;
  };
  /// Where the judged instances of streams spent their time (docs/explaining.md).
  struct ResponseResults {
    ResponsePaths paths;
    std::vector<std::pair<std::string, std::uint64_t>> behind;  ///< ResponsePaths::behind with the streams' names
  };
  /// What the faults of processors cost one stream.
  struct StreamFaultResults {
    std::uint64_t stream = 0;
    std::uint64_t tasks_over = 0;
    double availability = 0.0;
    std::uint64_t busy_cycles = 0;
    std::uint64_t wasted_cycles = 0;
    double goodput = 0.0;
  };
  /// What the faults of processors cost.
  struct FaultResults {
    std::uint64_t begun = 0;
    std::uint64_t down_cycles = 0;
    double availability = 1.0;
    std::uint64_t wasted_cycles = 0;
    double goodput = 0.0;
    std::vector<StreamFaultResults> streams;
  };
  /// A stream in the run without faults.
  struct StreamWithoutFaults {
    std::string name;
    std::optional<double> response_cycles;  ///< mean of all instances that are done; nothing: none is
    std::optional<double> with_faults;      ///< the same of the run
    std::optional<double> slowdown;         ///< nothing: one of these is missing
  };
  /// The experiment once more without faults.
  struct WithoutFaults {
    std::optional<std::uint64_t> cycles;  ///< nothing: it does not complete
    std::optional<double> slowdown;       ///< nothing: one of the runs does not complete
    std::vector<StreamWithoutFaults> streams;
  };
  struct LeftOut {
    std::string file;
    std::uint64_t from_cycle = 0;
    std::uint64_t max_bytes = 0;
  };

  std::string experiment;
  std::string architecture;
  std::uint32_t clock_mhz = 1;
  std::uint64_t seed = 0;
  bool complete = false;
  RunEnd end = RunEnd::complete;
  std::uint64_t cycles = 0;
  std::uint64_t tasks_submitted = 0;
  std::uint64_t tasks_completed = 0;
  std::uint64_t tasks_unfinished = 0;
  std::uint64_t jobs_total = 0;
  std::uint64_t jobs_issued = 0;
  std::uint64_t jobs_completed = 0;
  std::optional<std::uint64_t> job_groups;  ///< nothing: all jobs of a task are alike
  // Nothing: no job counts as lost.
  std::optional<std::uint64_t> tasks_failed;
  std::optional<std::uint64_t> jobs_lost;
  std::optional<std::uint64_t> jobs_failed;
  std::optional<std::uint64_t> tasks_cancelled;
  std::optional<std::uint64_t> jobs_cancelled;
  /// Whether any attempt of a job counted as lost.
  [[nodiscard]] bool has_losses() const { return jobs_lost.value_or(0) > 0; }
  std::uint64_t schedule_failures = 0;
  std::vector<Processor> processors;
  std::vector<BlockStats> blocks;
  InterconnectStats interconnect;
  /// The network of control messages.
  struct Control {
    std::string topology;
    InterconnectStats totals;
  };
  std::optional<Control> control;  ///< nothing: the interconnect carries all messages
  std::optional<Background> background;
  std::string policy;
  std::optional<Rounds> rounds;  ///< nothing: of a dispatcher in Verilog alone, whose rounds and entries nobody sees
  std::uint64_t picks = 0;
  std::vector<ClassShare> classes;
  std::vector<Share> shares;
  WaitStats waits;
  std::optional<std::vector<StageResults>> stages;
  std::optional<std::array<std::uint64_t, kCauses>> critical_path;
  std::optional<std::array<std::uint64_t, kCauses>> critical_path_held;
  std::optional<std::array<std::uint64_t, kReliefs>> critical_path_without;
  std::optional<ResponseResults> response_path;  ///< of streams
  std::optional<BoundResults> bounds;
  std::optional<OverheadResults> overhead;
  std::optional<TenantsStats> streams;          ///< of streams of graphs
  std::optional<StreamStats> stream;            ///< of a stream of independent tasks
  std::optional<DataResults> data;              ///< nothing: no task has data
  std::optional<FaultResults> faults;           ///< nothing: no fault can happen, or none is reported
  std::optional<WithoutFaults> without_faults;  ///< nothing: not measured
  CostResults cost;
  bool ideal = false;  ///< a calendar in which handing over takes no time
  std::optional<PlanResults> plan;
  Provenance provenance;
  std::vector<std::string> verdict;
  std::vector<std::string> outputs;
  std::vector<LeftOut> left_out;
  std::vector<std::string> diagnosis;

  /// Whether all blocks were those of the model.
  [[nodiscard]] bool all_of_model() const {
    return provenance.picker_engine == "model" && provenance.block_engines.empty();
  }
  /// Whether the run wrote the file.
  [[nodiscard]] bool wrote(std::string_view file) const {
    return std::find(outputs.begin(), outputs.end(), file) != outputs.end();
  }
};

void describe(ResultVisitor& results, RunSummary& summary);

}  // namespace gantry
