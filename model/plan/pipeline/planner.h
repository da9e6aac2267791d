// SPDX-License-Identifier: Apache-2.0
// The pipeline planner (source 002): direct plans, then annealing, then the exact model, as asked for and as limits
// allow.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gantry/plan/milp/milp.h"
#include "gantry/plan/pipeline/evaluator.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

enum class PipelineSolver : std::uint8_t { kAuto, kMilp, kAnneal };

struct PipelineProgress {
  const char* phase = "";
  std::optional<Time> value;  ///< of the best plan so far
  std::optional<Time> bound;
};

/// Most steps of the annealing, unless said otherwise (fewer for large models): under makespan one costs a whole
/// evaluation.
inline constexpr std::uint64_t kLoadSteps = 6000000;
inline constexpr std::uint64_t kTimeSteps = 400000;

inline constexpr std::uint64_t kMilpNodes = 20000;

struct PipelineLimits {
  PipelineSolver solver = PipelineSolver::kAuto;
  /// Of the exact search; 0 = kMilpNodes, under kAuto without a limit of time 100,000 / rows of the program, and if
  /// those are less than 50 (150 for more than four resources), only its linear relaxation.
  std::uint64_t nodes = 0;
  std::uint64_t iterations = 0;  ///< of the annealing; 0 = up to kLoadSteps or kTimeSteps
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;  ///< keeps the best plan so far
  std::function<double()> seconds_left;     ///< empty: no limit of time
  std::function<void(const PipelineProgress&)> progress;
};

enum class PipelineStatus : std::uint8_t { kOptimal, kFeasible, kInfeasible, kNone };

/// The best contiguous split (contiguous.h), under throughput.
struct ContiguousResult {
  std::optional<Time> load;  ///< of all subtasks; nothing: none was found
  std::uint64_t ideals = 0;  ///< of the graph, as far as they were counted
  std::string stopped;       ///< empty: no contiguous split is better
};

struct PipelineResult {
  PipelineStatus status = PipelineStatus::kNone;
  PipelinePoint point;  ///< if optimal or feasible
  Time bound = 0;       ///< no plan is better
  std::string solver;   ///< what found the plan, "cbc" or "annealing" or "direct"
  std::string proof;    ///< what gave the bound: solver and version, or a rule (bounds.h)
  std::string stopped;  ///< why the last solver stopped
  std::uint64_t nodes = 0;
  std::uint64_t iterations = 0;
  ContiguousResult contiguous;
  std::vector<std::string> why_infeasible;  ///< one line per constraint that no plan can keep
};

PipelineResult plan_pipeline(const PipelineModel& model, const PipelineLimits& limits);

/// What no plan can keep, found without a search: an operation (or operations that a parameter ties) that no resource
/// runs, or that no memory holds, parameters larger than all memory.
std::vector<std::string> impossible(const PipelineItems& items);

/// The plan with its metrics; its tasks are the items.
Plan pipeline_plan(const PipelineModel& model, const PipelineResult& result);

/// The formulation in the LP format. Times are in units of a power of ten cycles, which the first line names, so that
/// all together are some 10^6 at most.
std::string pipeline_lp(const PipelineModel& model);

/// The same as a QUBO, memory in 1024ths of a resource's and rounded to the safe side. Nothing if its weights would
/// pass 2^53: then a cycle is too fine a unit.
std::optional<std::string> pipeline_qubo(const PipelineModel& model);

/// Rows and variables of the formulation, for whoever wants to write it.
std::uint64_t formulation_size(const PipelineModel& model);

}  // namespace gantry::plan
