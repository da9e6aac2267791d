// SPDX-License-Identifier: Apache-2.0
// The pipeline planner (source 002): direct plans, then annealing, then the exact model, within options and limits.
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

/// All begin with plans that are constructed directly. kAuto: then the exact model if it is small, annealing, the
/// exact model, and for small models a search of every order. kMilp: only the exact model. kAnneal: only annealing.
enum class PipelineSolver : std::uint8_t { kAuto, kMilp, kAnneal };

struct PipelineProgress {
  const char* phase = "";     ///< name of the step, for a line of text
  std::optional<Time> value;  ///< objective of the best plan so far; nothing: no plan yet
  std::optional<Time> bound;  ///< lower bound of all plans so far
};

/// Default limits of annealing steps, lower for large models. For makespan a step is a complete evaluation.
inline constexpr std::uint64_t kLoadSteps = 6000000;
inline constexpr std::uint64_t kTimeSteps = 400000;

inline constexpr std::uint64_t kMilpNodes = 20000;

struct PipelineLimits {
  PipelineSolver solver = PipelineSolver::kAuto;
  /// Most nodes of the exact search. 0: kMilpNodes; or, under kAuto without a time limit, 100,000 / rows of the
  /// program. If those are less than 50 (150 for more than four resources), only the linear relaxation is solved.
  std::uint64_t nodes = 0;
  std::uint64_t iterations = 0;  ///< annealing steps; 0: up to kLoadSteps or kTimeSteps
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;  ///< ends the search, which keeps the best plan so far; nullptr: none
  std::function<double()> seconds_left;     ///< returns the remaining seconds; empty: no time limit
  std::function<void(const PipelineProgress&)> progress;  ///< called now and then; may be empty
};

/// kOptimal: the plan is within a millionth of the bound. kFeasible: a plan that fits the memory, without that proof.
/// kInfeasible: proven that no plan exists. kNone: neither a plan nor a proof was found.
enum class PipelineStatus : std::uint8_t { kOptimal, kFeasible, kInfeasible, kNone };

/// The best contiguous split (contiguous.h), for throughput.
struct ContiguousResult {
  std::optional<Time> load;  ///< over all subtasks; nothing: no split was found
  std::uint64_t ideals = 0;  ///< visited ideals of the graph
  std::string stopped;       ///< why the search ended early; empty: no contiguous split is better
};

struct PipelineResult {
  PipelineStatus status = PipelineStatus::kNone;
  PipelinePoint point;           ///< if optimal or feasible
  Time bound = 0;                ///< lower bound of the objective of all plans, in cycles
  std::string solver;            ///< method that found the plan: "cbc", "annealing", "search" or "direct"
  std::string proof;             ///< source of the bound: solver and version, "search", or a rule (bounds.h)
  std::string stopped;           ///< why the last solver stopped
  std::uint64_t nodes = 0;       ///< of the exact searches
  std::uint64_t iterations = 0;  ///< annealing steps
  ContiguousResult contiguous;
  std::vector<std::string> why_infeasible;  ///< one line per constraint that no plan can keep
};

/// Searches for the best plan of a model. PipelineResult::status says whether there is one.
PipelineResult plan_pipeline(const PipelineModel& model, const PipelineLimits& limits);

/// Returns violations that need no search, one line of text each. An operation, or operations that share a parameter,
/// may have no resource that can run them, or none with enough memory: at most 20 lines. The parameters may be larger
/// than all memory: one more line. Empty: nothing was found, which is no proof that a plan exists.
std::vector<std::string> impossible(const PipelineItems& items);

/// Makes a plan with metrics. Its tasks are the items.
Plan pipeline_plan(const PipelineModel& model, const PipelineResult& result);

/// Returns the formulation in the LP format. Its time unit is a power of ten cycles, named in the first line, so that
/// all times sum to at most about 10^6.
std::string pipeline_lp(const PipelineModel& model);

/// Returns the quadratic constrained binary model of source 002, likewise in the LP format: transfers and orders are
/// products of x variables, in brackets.
std::string pipeline_qcbo(const PipelineModel& model);

/// Returns the formulation as a QUBO, with memory in 1024ths of a resource's memory, rounded to the safe side. Nothing
/// if a weight exceeds 2^53: then a cycle is too fine a unit.
std::optional<std::string> pipeline_qubo(const PipelineModel& model);

/// Returns rows plus variables of the formulation.
std::uint64_t formulation_size(const PipelineModel& model);

}  // namespace gantry::plan
