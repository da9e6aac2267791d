// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/planner.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gantry/plan/milp/qubo.h"
#include "gantry/plan/pipeline/anneal.h"
#include "gantry/plan/pipeline/formulation.h"
#include "gantry/plan/pipeline/starts.h"

namespace gantry::plan {
namespace {

constexpr std::size_t kMostRows = 60000;          // of an exact model that is tried
constexpr std::uint64_t kMostPairs = 20000;       // of operations to be ordered
constexpr int kMostForbidden = 500;               // choices that memory takes out one by one
constexpr std::uint64_t kRowsOfAuto = 100000;     // nodes x rows of the exact search under `auto`
constexpr std::uint64_t kTimeWork = 2000000000;   // items and edges evaluated by annealing under makespan
constexpr std::uint64_t kLoadWork = 1000000000;   // loads and items looked at by annealing under throughput
constexpr std::uint64_t kStepsPerPlacement = 10;  // of annealing, for one of the search for resources
constexpr std::uint64_t kFewestNodes = 50;        // of an exact search that is begun under `auto`
constexpr double kExactBelow = 1e6;               // makespans that need no scaling
constexpr double kShareOfAnnealing = 0.5;         // of the time, under `auto`

bool better(const PipelinePoint& a, const PipelinePoint& b) {
  return a.excess != b.excess ? a.excess < b.excess : a.value < b.value;
}

/// The longest path with the shortest times, and the work spread over all resources.
Time simple_bound(const PipelineItems& items) {
  const PipelineModel& model = items.model();
  std::vector<Time> finish(items.size(), 0);
  Time longest = 0;
  Time work = 0;
  for (const std::uint32_t i : items.flow_order()) {
    Time shortest = TaskTimes::kCannotRun;
    for (std::uint32_t r = 0; r < model.resource_count(); ++r) shortest = std::min(shortest, model.time(i, r));
    Time start = 0;
    for (const std::uint32_t e : items.in(i)) start = std::max(start, finish[items.edges()[e].from]);
    finish[i] = add(start, shortest);
    longest = std::max(longest, finish[i]);
    work = add(work, shortest);
  }
  const Time spread = (work + model.resource_count() - 1) / model.resource_count();
  if (model.objective == PipelineObjective::kMakespan) return std::max(longest, spread);
  Time largest = 0;
  for (std::uint32_t u = 0; u < items.units(); ++u) {
    Time shortest = TaskTimes::kCannotRun;
    for (std::uint32_t r = 0; r < model.resource_count(); ++r) shortest = std::min(shortest, items.unit_time(u, r));
    largest = std::max(largest, shortest);
  }
  return std::max(spread, largest);
}

class Planner {
 public:
  Planner(const PipelineModel& model, const PipelineLimits& limits) : items_(model), limits_(limits) {}

  PipelineResult run() {
    result_.why_infeasible = impossible(items_);
    if (!result_.why_infeasible.empty()) {
      result_.status = PipelineStatus::kInfeasible;
      return result_;
    }
    result_.bound = simple_bound(items_);
    result_.proof = "loads and longest path";
    start();
    if (limits_.solver != PipelineSolver::kMilp) search();
    if (limits_.solver != PipelineSolver::kAnneal && !ended() && !proven()) prove();
    if (!result_.why_infeasible.empty()) {
      result_.status = PipelineStatus::kInfeasible;
    } else if (has_plan()) {
      result_.point = best_;
      result_.status = proven() ? PipelineStatus::kOptimal : PipelineStatus::kFeasible;
      if (proven()) result_.stopped = "optimal";
    }
    return result_;
  }

 private:
  [[nodiscard]] bool has_plan() const { return !best_.choice.resource.empty() && best_.excess == 0; }
  [[nodiscard]] bool proven() const { return has_plan() && best_.value <= result_.bound; }
  [[nodiscard]] bool ended() {
    if (limits_.stop != nullptr && limits_.stop->load()) {
      result_.stopped = "interrupted";
      return true;
    }
    if (limits_.seconds_left && limits_.seconds_left() <= 0) {
      result_.stopped = "seconds";
      return true;
    }
    return false;
  }

  void tell(const char* phase, const PipelinePoint& best) const {
    if (!limits_.progress) return;
    PipelineProgress progress;
    progress.phase = phase;
    if (!best.choice.resource.empty() && best.excess == 0) progress.value = best.value;
    progress.bound = result_.bound;
    limits_.progress(progress);
  }

  void keep(PipelinePoint point, const char* solver) {
    if (!best_.choice.resource.empty() && !better(point, best_)) return;
    best_ = std::move(point);
    result_.solver = solver;
  }

  void start() {
    tell("starting", best_);
    for (auto& choice : greedy_starts(items_)) keep(evaluate(items_, std::move(choice)), "direct");
    const auto ended_meanwhile = [this] {
      tell("starting", best_);
      return ended();
    };
    for (auto& choice : contiguous_starts(items_, ended_meanwhile)) {
      keep(evaluate(items_, std::move(choice)), "direct");
    }
    if (!ended()) result_.stopped = "done";
  }

  /// As many steps as usual, fewer where one costs much.
  [[nodiscard]] std::uint64_t steps() const {
    if (limits_.iterations > 0) return limits_.iterations;
    const PipelineModel& model = items_.model();
    const std::uint64_t edges = items_.edges().size();
    if (model.objective == PipelineObjective::kMakespan) {
      return std::clamp<std::uint64_t>(kTimeWork / (items_.size() + edges), 1000, kTimeSteps);
    }
    bool footprints = false;
    for (std::uint32_t o = 0; o < model.operation_count(); ++o) footprints = footprints || items_.footprint(o) > 0;
    const std::uint64_t moved = 1 + (items_.size() + 2 * edges) / items_.units();
    const std::uint64_t cost = moved * model.resource_count() + (footprints ? items_.size() : 0);
    return std::clamp<std::uint64_t>(kLoadWork / cost, 1000, kLoadSteps);
  }

  /// Under makespan a search for resources first. Then half of the steps from the best start, and quarters from the
  /// best so far.
  void search() {
    const bool limited = static_cast<bool>(limits_.seconds_left);
    const double before = limited ? limits_.seconds_left() : 0;
    const double until = limits_.solver == PipelineSolver::kAuto ? before * (1 - kShareOfAnnealing) : 0;
    const std::uint64_t steps = this->steps();
    AnnealLimits limits;
    limits.ended = [&] {
      return (limits_.stop != nullptr && limits_.stop->load()) || (limited && limits_.seconds_left() <= until);
    };
    limits.progress = [&](const PipelinePoint& best) { tell("annealing", better(best, best_) ? best : best_); };
    if (items_.model().objective == PipelineObjective::kMakespan && !proven()) {
      limits.iterations = steps / kStepsPerPlacement;
      limits.seed = limits_.seed;
      const AnnealResult found = anneal_placement(items_, best_, limits);
      result_.iterations += found.iterations;
      keep(found.best, "annealing");
    }
    for (std::uint64_t round = 0; round < 3 && !proven(); ++round) {
      limits.iterations = steps / (round == 0 ? 2 : 4);
      limits.seed = limits_.seed * 3 + round;
      const AnnealResult found = anneal(items_, best_, limits);
      result_.iterations += found.iterations;
      keep(found.best, "annealing");
      if (found.iterations < limits.iterations) break;
    }
    result_.stopped = "iterations";
    if (!ended() && limits.ended()) result_.stopped = "seconds";
  }

  /// The program's number for one cycle: small times stay whole.
  [[nodiscard]] double time_unit() const {
    // A choice that does not fit has a value of the same size as those that do.
    const auto most = static_cast<double>(best_.value);
    return most <= kExactBelow ? 1 : most / kExactBelow;
  }

  /// About the rows of the program without the order of operations.
  [[nodiscard]] std::size_t rows() const {
    const bool throughput = items_.model().objective == PipelineObjective::kThroughput;
    const std::size_t edges = items_.edges().size() * (throughput ? 2 : 1);
    return (edges + items_.units()) * items_.model().resources.size();
  }
  /// Whether the exact search ends early on its own.
  [[nodiscard]] bool brief() const {
    return limits_.nodes == 0 && limits_.solver == PipelineSolver::kAuto && !limits_.seconds_left;
  }
  [[nodiscard]] bool too_large() const {
    if (rows() > kMostRows) return true;
    if (items_.model().objective == PipelineObjective::kThroughput) return false;
    const std::uint64_t pairs = std::uint64_t{items_.size()} * items_.size() / 2;
    // Without nodes the rows of the order, two per pair and resource, only cost time.
    if (brief() && pairs * 2 * items_.model().resources.size() > kRowsOfAuto / kFewestNodes) return true;
    return pairs > kMostPairs;
  }

  void prove() {
    const bool makespan = items_.model().objective == PipelineObjective::kMakespan;
    if (!too_large()) return exact();
    if (makespan && rows() <= kMostRows) relax();
    if (limits_.solver == PipelineSolver::kMilp) result_.stopped = "model too large";
  }

  [[nodiscard]] MilpLimits milp_limits(std::size_t rows) const {
    MilpLimits limits;
    limits.nodes = limits_.nodes > 0 ? limits_.nodes : kMilpNodes;
    if (brief()) {
      // A node of a large program can take minutes: then only the linear relaxation.
      const std::uint64_t nodes = kRowsOfAuto / std::max<std::size_t>(rows, 1);
      limits.nodes = nodes < kFewestNodes ? 0 : nodes;
    }
    limits.seed = static_cast<std::uint32_t>(limits_.seed);
    limits.stop = limits_.stop;
    if (limits_.seconds_left) limits.seconds = std::max(0.0, limits_.seconds_left());
    limits.progress = [this](const MilpProgress& progress) {
      if (!limits_.progress) return;
      PipelineProgress told;
      told.phase = "exact search";
      if (has_plan()) told.value = best_.value;
      told.bound = std::max(result_.bound, cycles(progress.bound, unit_));
      if (told.value) told.bound = std::min(*told.value, *told.bound);
      limits_.progress(told);
    };
    return limits;
  }

  /// A bound of the program in cycles, rounded up where cycles are whole and down where they are scaled.
  static Time cycles(double bound, double unit) {
    if (!(bound > 0)) return 0;
    if (bound * unit >= static_cast<double>(kLongest)) return kLongest;
    return unit == 1 ? static_cast<Time>(std::ceil(bound - 1e-5)) : static_cast<Time>(bound * (1 - 1e-9) * unit);
  }

  void raise_bound(Time bound, const MilpSolution& solution) {
    if (bound <= result_.bound) return;
    result_.bound = bound;
    result_.proof = solution.solver + ' ' + solution.version;
  }

  /// Without the order of operations: a bound only.
  void relax() {
    unit_ = time_unit();
    const PipelineFormulation formulation(items_, unit_, std::nullopt, false);
    if (formulation.milp().rows().size() > 2 * kMostRows) return;
    const MilpLimits limits = milp_limits(formulation.milp().rows().size());
    const MilpSolution solution = solve(formulation.milp(), limits);
    result_.nodes += solution.nodes;
    if (solution.status == MilpStatus::kInfeasible) return;
    raise_bound(std::min(cycles(solution.bound, unit_), best_.value), solution);
    if (solution.status != MilpStatus::kOptimal) result_.stopped = solution.stopped;
  }

  /// Looks for something better than the best plan until there is nothing.
  void exact() {
    unit_ = time_unit();
    // A choice at least this much better is worth looking for: a cycle, or a ten-millionth of a large number.
    const auto aim = [&] {
      const Time step = unit_ == 1 ? 1 : static_cast<Time>(std::ceil(unit_ * 0.1));
      return best_.value - std::min(best_.value, step);
    };
    std::optional<Time> at_most;
    if (has_plan()) at_most = aim();
    PipelineFormulation formulation(items_, unit_, at_most);
    MilpLimits limits = milp_limits(formulation.milp().rows().size());
    for (int round = 0; round <= kMostForbidden; ++round) {
      if (limits_.seconds_left) limits.seconds = std::max(0.0, limits_.seconds_left());
      const MilpSolution solution = solve(formulation.milp(), limits);
      result_.nodes += solution.nodes;
      result_.stopped = solution.stopped;
      if (solution.status == MilpStatus::kInfeasible) {
        if (has_plan()) {
          // In a scaled program that is a proof up to the step.
          result_.stopped = "no better plan by 10^-7";
          raise_bound(unit_ == 1 ? best_.value : aim(), solution);
        } else {
          explain(formulation, round > 0);
        }
        return;
      }
      const Time bound = std::min(cycles(solution.bound, unit_), has_plan() ? best_.value : kLongest);
      if (solution.values.empty()) {
        raise_bound(bound, solution);
        return;
      }
      PipelinePoint point = evaluate(items_, formulation.choice(solution.values));
      const bool fits = point.excess == 0;
      if (fits) {
        const Time value = point.value;
        keep(std::move(point), "cbc");
        raise_bound(std::min(std::min(bound, value), best_.value), solution);
        return;
      }
      raise_bound(bound, solution);
      if (solution.status != MilpStatus::kOptimal) return;
      formulation.forbid(point.choice);
    }
    result_.stopped = "memory";
  }

  void explain(const PipelineFormulation& formulation, bool forbidden) {
    const auto& resources = items_.model().resources;
    if (forbidden) {
      result_.why_infeasible.push_back(
          "memory: parameters fit, but with every choice of resources and orders the results that wait to be read do "
          "not");
      return;
    }
    MilpLimits limits = milp_limits(formulation.milp().rows().size());
    limits.nodes = 2000;
    std::vector<std::uint32_t> rows = formulation.memory_rows();
    if (rows.size() > 200) {
      // One by one would take long: what matters is which resource.
      rows.clear();
    }
    std::vector<bool> named(resources.size(), rows.empty());
    for (const std::uint32_t row : rows.empty() ? rows : infeasible_rows(formulation.milp(), rows, limits)) {
      named[formulation.resource_of(row)] = true;
    }
    std::string text;
    for (std::size_t r = 0; r < resources.size(); ++r) {
      if (!named[r] || !resources[r].memory) continue;
      text += (text.empty() ? "" : ", ") + resources[r].name + " (" + std::to_string(*resources[r].memory) + " bytes)";
    }
    result_.why_infeasible.push_back("memory: no choice of resources keeps the limits of " + text +
                                     " together; parameters have " + std::to_string(parameter_bytes()) +
                                     " bytes in all");
  }

  [[nodiscard]] std::uint64_t parameter_bytes() const {
    std::uint64_t bytes = 0;
    for (const PipelineParameter& p : items_.model().parameters) bytes += p.bytes;
    return bytes;
  }

  PipelineItems items_;
  const PipelineLimits& limits_;
  PipelineResult result_;
  PipelinePoint best_;
  double unit_ = 1;
};

std::string names_of(const PipelineItems& items, std::uint32_t unit) {
  std::string text;
  std::vector<std::uint32_t> operations;
  for (const std::uint32_t i : items.members(unit)) operations.push_back(i % items.model().operation_count());
  std::sort(operations.begin(), operations.end());
  operations.erase(std::unique(operations.begin(), operations.end()), operations.end());
  for (std::size_t k = 0; k < operations.size(); ++k) {
    if (k == 3 && operations.size() > 4) return text + " and " + std::to_string(operations.size() - 3) + " more";
    text += (k == 0 ? "" : ", ") + items.model().operations[operations[k]].name;
  }
  return text;
}

}  // namespace

std::vector<std::string> impossible(const PipelineItems& items) {
  const PipelineModel& model = items.model();
  std::vector<std::string> lines;
  for (std::uint32_t u = 0; u < items.units() && lines.size() < 20; ++u) {
    const bool tied = items.members(u).size() > 1;
    const std::string who =
        (tied ? "operations " : "operation ") + names_of(items, u) + (tied ? ", which share a parameter," : "");
    std::uint64_t held = 0;
    for (const std::uint32_t p : items.held(u)) held += model.parameters[p].bytes;
    bool runs = false;
    bool fits = false;
    std::uint64_t largest = 0;
    std::uint64_t needed = held;
    for (std::uint32_t r = 0; r < model.resource_count(); ++r) {
      if (!items.can_run(u, r)) continue;
      runs = true;
      std::uint64_t most = 0;
      for (const std::uint32_t i : items.members(u)) {
        if (model.objective == PipelineObjective::kThroughput || model.time(i, r) > 0) {
          most = std::max(most, items.footprint(i));
        }
      }
      needed = std::max(needed, held + most);
      fits = fits || !model.resources[r].memory || held + most <= *model.resources[r].memory;
      largest = std::max(largest, model.resources[r].memory.value_or(0));
    }
    if (!runs) {
      lines.push_back("no resource runs " + who + (tied ? " all" : ""));
    } else if (!fits) {
      lines.push_back("memory: " + who + (tied ? " need " : " needs ") + std::to_string(needed) +
                      " bytes at a time and the largest resource that can run " + (tied ? "them" : "it") + " has " +
                      std::to_string(largest));
    }
  }
  std::uint64_t capacity = 0;
  bool limited = true;
  for (const PipelineResource& r : model.resources) {
    limited = limited && r.memory.has_value();
    capacity = add(capacity, r.memory.value_or(0));
  }
  std::uint64_t bytes = 0;
  for (const PipelineParameter& p : model.parameters) bytes += p.bytes;
  if (limited && bytes > capacity) {
    lines.push_back("memory: the parameters have " + std::to_string(bytes) + " bytes and all resources together " +
                    std::to_string(capacity));
  }
  return lines;
}

PipelineResult plan_pipeline(const PipelineModel& model, const PipelineLimits& limits) {
  return Planner(model, limits).run();
}

Plan pipeline_plan(const PipelineModel& model, const PipelineResult& result) {
  const PipelineItems items(model);
  const bool makespan = model.objective == PipelineObjective::kMakespan;
  PipelineTimes times;
  if (makespan) evaluate_times(items, result.point.choice, times);
  Plan plan;
  plan.method = "pipeline";
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    Placement place;
    place.task = i;
    place.processors = {result.point.choice.resource[items.unit(i)]};
    if (makespan) {
      place.start = times.start[i];
      place.finish = times.finish[i];
    }
    plan.placement.push_back(std::move(place));
  }
  plan.metrics.set(makespan ? "makespan" : "largest_load", result.point.value);
  if (!makespan) {
    plan.metrics.set("load_per_subtask", static_cast<double>(result.point.value) / model.subtasks);
  }
  plan.metrics.set("bound", result.bound);
  const auto value = static_cast<double>(result.point.value);
  plan.metrics.set("gap", result.point.value == 0 ? 0.0 : (value - static_cast<double>(result.bound)) / value);
  plan.metrics.set("status", std::string(result.status == PipelineStatus::kOptimal ? "optimal" : "feasible"));
  plan.metrics.set("solver", result.solver);
  plan.metrics.set("bound_by", result.proof);
  plan.metrics.set("stopped", result.stopped);
  plan.metrics.set("nodes", result.nodes);
  plan.metrics.set("iterations", result.iterations);
  const std::vector<Time> loads = evaluate_loads(items, result.point.choice);
  const std::vector<std::uint64_t> memory = evaluate_memory(items, result.point.choice, times);
  for (std::uint32_t r = 0; r < model.resource_count(); ++r) {
    plan.metrics.set("load " + model.resources[r].name, loads[r]);
    plan.metrics.set("memory " + model.resources[r].name, memory[r]);
  }
  return plan;
}

std::string pipeline_lp(const PipelineModel& model) {
  const PipelineItems items(model);
  // A power of ten, so that what is written is exact; the first variable is the objective.
  constexpr double kMost = 1e6;
  const auto made = [&](Time unit) { return PipelineFormulation(items, static_cast<double>(unit), std::nullopt); };
  Time unit = 1;
  for (double most = made(1).milp().variables().front().upper; most > kMost; most /= 10) unit *= 10;
  return "\\ one unit of time is " + std::to_string(unit) + (unit == 1 ? " cycle\n" : " cycles\n") +
         lp_text(made(unit).milp());
}

std::optional<std::string> pipeline_qubo(const PipelineModel& model) {
  const PipelineItems items(model);
  const auto made = qubo(PipelineFormulation(items, 1, std::nullopt, true, true).milp());
  if (!made) return std::nullopt;
  return qubo_text(*made);
}

std::uint64_t formulation_size(const PipelineModel& model) {
  const std::uint64_t edges = std::uint64_t{model.subtasks} * model.edges.size() * model.resources.size();
  const std::uint64_t items = model.items();
  const bool makespan = model.objective == PipelineObjective::kMakespan;
  return items * model.resources.size() + 2 * edges + (makespan ? items * items * model.resources.size() : 0);
}

}  // namespace gantry::plan
