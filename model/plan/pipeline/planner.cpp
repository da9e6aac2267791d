// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/planner.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "gantry/plan/pipeline/anneal.h"
#include "gantry/plan/pipeline/best_plan.h"
#include "gantry/plan/pipeline/bounds.h"
#include "gantry/plan/pipeline/contiguous.h"
#include "gantry/plan/pipeline/exact_search.h"
#include "gantry/plan/pipeline/patterns.h"
#include "gantry/plan/pipeline/search_steps.h"
#include "gantry/plan/pipeline/starts.h"

namespace gantry::plan {
namespace {

constexpr std::uint64_t kTimeWork = 2000000000;   // items and edges evaluated by annealing under makespan
constexpr std::uint64_t kLoadWork = 1000000000;   // loads and items looked at by annealing under throughput
constexpr std::uint64_t kStepsPerPattern = 4;     // of annealing, for one of the search for patterns
constexpr std::uint64_t kStepsPerPlacement = 10;  // of annealing, for one of the search for resources
constexpr std::uint64_t kFirstSeeds = 4;          // that share half of the steps
constexpr double kShareOfAnnealing = 0.5;         // of the time, under `auto`

class Planner {
 public:
  Planner(const PipelineModel& model, const PipelineLimits& limits)
      : best_(model, limits), items_(best_.items), limits_(limits), result_(best_.result) {}

  PipelineResult run() {
    result_.why_infeasible = impossible(items_);
    if (!result_.why_infeasible.empty()) {
      result_.status = PipelineStatus::kInfeasible;
      return std::move(result_);
    }
    const PipelineBound bound = simple_bound(items_);
    best_.raise_bound(bound.value, bound.rule);
    start();
    ExactSearch exact(best_);
    if (limits_.solver == PipelineSolver::kAuto && goes_on()) exact.try_small();
    if (limits_.solver != PipelineSolver::kMilp && goes_on()) search();
    if (limits_.solver != PipelineSolver::kAnneal && goes_on()) exact.prove();
    if (limits_.solver == PipelineSolver::kAuto && goes_on()) exact.search_small();
    if (!result_.why_infeasible.empty()) {
      result_.status = PipelineStatus::kInfeasible;
    } else if (best_.has_plan()) {
      result_.point = best_.point;
      result_.status = best_.proven() ? PipelineStatus::kOptimal : PipelineStatus::kFeasible;
      if (best_.proven()) result_.stopped = "optimal";
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool throughput() const { return items_.model().objective == PipelineObjective::kThroughput; }
  bool goes_on() { return result_.why_infeasible.empty() && !best_.proven() && !best_.ended(); }

  void start() {
    best_.tell("starting", best_.point);
    for (auto& choice : greedy_starts(items_)) best_.keep(evaluate(items_, std::move(choice)), "direct");
    const auto ended = [this] {
      best_.tell("starting", best_.point);
      return best_.ended();
    };
    if (throughput()) {
      split(ended);
    } else {
      for (auto& choice : contiguous_starts(items_, ended)) best_.keep(evaluate(items_, std::move(choice)), "direct");
    }
    if (!best_.ended()) result_.stopped = "done";
  }

  /// Into contiguous pieces: along some orders, then the best of all.
  void split(const std::function<bool()>& ended) {
    PipelineModel one = items_.model();
    one.subtasks = 1;
    one.replicate = false;
    const PipelineItems single(one);
    Time at_most = kLongest;
    ContiguousResult& told = result_.contiguous;
    const auto keep = [&](const PipelineChoice& choice) {
      PipelinePoint point = evaluate(items_, for_all_subtasks(items_, single, choice));
      if (point.excess == 0 && (!told.load || point.value < *told.load)) told.load = point.value;
      best_.keep(std::move(point), "direct");
    };
    for (const PipelineChoice& choice : contiguous_starts(single, ended)) {
      const PipelinePoint point = evaluate(single, choice);
      if (point.excess == 0) at_most = std::min(at_most, point.value);
      keep(choice);
    }
    ContiguousLimits limits;
    limits.ended = ended;
    // With some room: what these orders split is not always contiguous in the sense of the exact one.
    const ContiguousSplit exact = best_contiguous_split(single, add(at_most, at_most / 8), limits);
    told.ideals = exact.ideals;
    told.stopped = exact.stopped == "ended" ? result_.stopped : exact.stopped;
    if (exact.exact) told.load.reset();
    if (!exact.resource.empty()) keep({exact.resource, single.flow_order()});
  }

  /// As many steps as usual, fewer where one costs much.
  [[nodiscard]] std::uint64_t steps() const {
    if (limits_.iterations > 0) return limits_.iterations;
    const PipelineModel& model = items_.model();
    const std::uint64_t edges = items_.edges().size();
    if (!throughput()) return std::clamp<std::uint64_t>(kTimeWork / (items_.size() + edges), 1000, kTimeSteps);
    bool footprints = false;
    for (std::uint32_t o = 0; o < model.operation_count(); ++o) footprints = footprints || items_.footprint(o) > 0;
    const std::uint64_t moved = 1 + (items_.size() + 2 * edges) / items_.units();
    const std::uint64_t cost = moved * model.resource_count() + (footprints ? items_.size() : 0);
    return std::clamp<std::uint64_t>(kLoadWork / cost, 1000, kLoadSteps);
  }

  /// Under makespan a search for resources first. Then several seeds share half of the steps, all from the best start,
  /// and the rest goes on from the best so far.
  void search() {
    const bool limited = static_cast<bool>(limits_.seconds_left);
    const double before = limited ? limits_.seconds_left() : 0;
    const double until = limits_.solver == PipelineSolver::kAuto ? before * (1 - kShareOfAnnealing) : 0;
    const std::uint64_t steps = this->steps();
    AnnealLimits limits;
    limits.ended = [&] {
      return (limits_.stop != nullptr && limits_.stop->load()) || (limited && limits_.seconds_left() <= until);
    };
    limits.progress = [&](const PipelinePoint& found) {
      const PipelinePoint& best = best_.point;
      best_.tell("annealing", better(found.excess, found.value, best.excess, best.value) ? found : best);
    };
    limits.seed = limits_.seed;
    if (!throughput()) search_resources(steps, limits);
    const PipelinePoint begin = best_.point;
    for (std::uint64_t k = 0; k < kFirstSeeds + 2 && !best_.proven() && !limits.ended(); ++k) {
      const bool from_start = k < kFirstSeeds;
      limits.iterations = from_start ? steps / (2 * kFirstSeeds) : steps / 4;
      limits.seed = limits_.seed * (kFirstSeeds + 2) + k;
      AnnealResult found = anneal(items_, from_start ? begin : best_.point, limits);
      result_.iterations += found.iterations;
      best_.keep(std::move(found.best), "annealing");
    }
    result_.stopped = "iterations";
    if (!best_.ended() && limits.ended()) result_.stopped = "seconds";
  }

  void search_resources(std::uint64_t steps, AnnealLimits& limits) {
    limits.iterations = steps / kStepsPerPattern;
    PatternResult patterns = search_patterns(items_, limits);
    result_.iterations += patterns.iterations;
    best_.keep(std::move(patterns.best), "annealing");
    if (best_.proven() || limits.ended()) return;
    limits.iterations = steps / kStepsPerPlacement;
    AnnealResult found = anneal_placement(items_, items_, best_.point.choice.resource, patterns.rule, limits);
    result_.iterations += found.iterations;
    best_.keep(std::move(found.best), "annealing");
  }

  BestPlan best_;
  const PipelineItems& items_;
  const PipelineLimits& limits_;
  PipelineResult& result_;
};

}  // namespace

PipelineResult plan_pipeline(const PipelineModel& model, const PipelineLimits& limits) {
  return Planner(model, limits).run();
}

}  // namespace gantry::plan
