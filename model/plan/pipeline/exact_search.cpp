// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/exact_search.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "gantry/plan/pipeline/order_search.h"
#include "gantry/plan/pipeline/part_bound.h"

namespace gantry::plan {
namespace {

constexpr std::size_t kMostRows = 60000;                // of an exact model that is tried
constexpr std::uint64_t kMostPairs = 20000;             // of operations to be ordered
constexpr int kMostForbidden = 500;                     // choices that memory takes out one by one
constexpr std::uint64_t kRowsOfAuto = 100000;           // nodes x rows of the exact search under `auto`
constexpr std::uint64_t kFewestNodes = 50;              // of an exact search that is begun under `auto`
constexpr std::uint32_t kFewResources = 4;              // with more, few nodes raise no bound: the tree has every order
constexpr std::uint64_t kFewestNodesOfMany = 150;       // of an exact search with more resources
constexpr std::uint64_t kTermsOfPart = 100000000;       // simplex iterations x terms: some seconds
constexpr std::uint64_t kTermsOfRelaxation = 50000000;  // likewise, where a bound is all that can come of it
constexpr std::uint64_t kSmallRows = 300;               // of a program that is tried before the annealing
constexpr std::uint64_t kSmallNodes = 500;
constexpr std::uint64_t kSmallIterations = 20000;
constexpr std::uint64_t kPartNodes = 100;       // of the search for the cheapest part
constexpr std::uint64_t kMostPartNodes = 1000;  // likewise, if those have raised the bound
constexpr double kWorthwhile = 1.003;           // times the bound before
constexpr double kRoom = 1.02;                  // times the relaxation's bound: below, nodes have little to raise
constexpr double kExactBelow = 1e6;             // makespans that need no scaling

/// A bound of the program in cycles, rounded up where cycles are whole and down where they are scaled.
Time cycles(double bound, double unit) {
  if (!(bound > 0)) return 0;
  if (bound * unit >= static_cast<double>(kLongest)) return kLongest;
  return unit == 1 ? static_cast<Time>(std::ceil(bound - 1e-5)) : static_cast<Time>(bound * (1 - 1e-9) * unit);
}

std::string proof_of(const MilpSolution& solution) { return solution.solver + ' ' + solution.version; }

std::uint64_t terms(const Milp& milp) {
  std::uint64_t terms = 1;
  for (const Milp::Row& row : milp.rows()) terms += row.terms.size();
  return terms;
}

std::uint64_t parameter_bytes(const PipelineModel& model) {
  std::uint64_t bytes = 0;
  for (const PipelineParameter& p : model.parameters) bytes += p.bytes;
  return bytes;
}

}  // namespace

/// The program's number for one cycle: small times stay whole.
double ExactSearch::time_unit() const {
  // A choice that does not fit has a value of the same size as those that do.
  const auto most = static_cast<double>(best_.point.value);
  return most <= kExactBelow ? 1 : most / kExactBelow;
}

/// About the rows of the program without the order of operations.
std::size_t ExactSearch::rows() const {
  const bool throughput = items_.model().objective == PipelineObjective::kThroughput;
  const std::size_t edges = items_.edges().size() * (throughput ? 2 : 1);
  return (edges + items_.units()) * items_.model().resources.size();
}

std::uint64_t ExactSearch::order_rows() const {
  if (items_.model().objective == PipelineObjective::kThroughput) return 0;
  return std::uint64_t{items_.size()} * items_.size() * items_.model().resources.size();
}

/// Whether the exact search ends early on its own.
bool ExactSearch::brief() const {
  return limits_.nodes == 0 && limits_.solver == PipelineSolver::kAuto && !limits_.seconds_left;
}

bool ExactSearch::too_large() const {
  if (rows() > kMostRows) return true;
  if (items_.model().objective == PipelineObjective::kThroughput) return false;
  // Without nodes the rows of the order, two per pair and resource, only cost time.
  if (brief() && order_rows() > kRowsOfAuto / kFewestNodes) return true;
  return std::uint64_t{items_.size()} * items_.size() / 2 > kMostPairs;
}

MilpLimits ExactSearch::milp_limits(const Milp& milp) const {
  MilpLimits limits;
  limits.nodes = limits_.nodes > 0 ? limits_.nodes : kMilpNodes;
  if (brief()) {
    // A node of a large program can take minutes: then only the linear relaxation.
    const std::uint64_t nodes = kRowsOfAuto / std::max<std::size_t>(milp.rows().size(), 1);
    const bool many = items_.model().resource_count() > kFewResources;
    limits.nodes = nodes < (many ? kFewestNodesOfMany : kFewestNodes) ? 0 : nodes;
    if (limits.nodes == 0) limits.iterations = kTermsOfRelaxation / terms(milp);
  }
  limits.seed = static_cast<std::uint32_t>(limits_.seed);
  limits.stop = limits_.stop;
  if (limits_.seconds_left) limits.seconds = std::max(0.0, limits_.seconds_left());
  limits.progress = [this](const MilpProgress& progress) {
    if (!limits_.progress) return;
    PipelineProgress told;
    told.phase = "exact search";
    if (best_.has_plan()) told.value = best_.point.value;
    told.bound = std::max(best_.result.bound, cycles(progress.bound, unit_));
    if (told.value) told.bound = std::min(*told.value, *told.bound);
    limits_.progress(told);
  };
  return limits;
}

void ExactSearch::try_small() {
  if (rows() + order_rows() > kSmallRows) return;
  PipelineFormulation formulation = aimed();
  MilpLimits limits = milp_limits(formulation.milp());
  limits.nodes = std::min(limits.nodes, kSmallNodes);
  limits.iterations = std::min(limits.iterations, kSmallIterations);
  exact(std::move(limits), formulation, 10);
}

/// An incomplete search changes nothing: what it has found depends on where it stopped.
void ExactSearch::search_small() {
  const PipelineModel& model = items_.model();
  if (model.objective == PipelineObjective::kThroughput || items_.size() > kMostSearchedItems) return;
  if (std::uint64_t{items_.units()} * model.resource_count() > kMostSearchedChoices) return;
  OrderSearchLimits limits;
  limits.ended = [this] {
    return (limits_.stop != nullptr && limits_.stop->load()) || (limits_.seconds_left && limits_.seconds_left() <= 0);
  };
  OrderSearchResult found = search_orders(items_, best_.has_plan() ? best_.point.value : kLongest, limits);
  if (!found.complete) return;
  best_.result.nodes += found.nodes;
  if (found.better) best_.keep(std::move(*found.better), "search");
  if (best_.has_plan()) return best_.raise_bound(best_.point.value, "search");
  best_.result.why_infeasible.emplace_back("memory: no choice of resources and no order keeps the limits");
}

void ExactSearch::prove() {
  if (items_.model().objective == PipelineObjective::kThroughput) {
    cheapest_part();
    if (best_.proven() || best_.ended()) return;
  }
  if (!too_large()) {
    PipelineFormulation formulation = aimed();
    MilpLimits limits = milp_limits(formulation.milp());
    return exact(std::move(limits), formulation, kMostForbidden);
  }
  relax();
  if (limits_.solver == PipelineSolver::kMilp) best_.result.stopped = "model too large";
}

/// What every part pays for its boundary. Nodes only if the relaxation is far from the best plan, more of them only if
/// some have raised the bound.
void ExactSearch::cheapest_part() {
  if (!best_.has_plan()) return;
  MilpLimits limits;
  limits.seed = static_cast<std::uint32_t>(limits_.seed);
  limits.stop = limits_.stop;
  limits.iterations = kTermsOfPart / (1 + 5 * items_.edges().size());
  double before = 0;
  for (const std::uint64_t nodes : {std::uint64_t{0}, kPartNodes, kMostPartNodes}) {
    limits.nodes = nodes;
    if (limits_.seconds_left) limits.seconds = std::max(0.0, limits_.seconds_left() / 4);
    const auto bound = part_bound(items_, best_.point.value, limits);
    if (!bound) return;
    best_.result.nodes += bound->solution.nodes;
    best_.raise_bound(bound->value, proof_of(bound->solution));
    const bool raised = bound->solution.bound > before * kWorthwhile;
    if (bound->solution.status == MilpStatus::kOptimal || !raised || best_.proven() || best_.ended()) return;
    // The first node alone, with its cuts, can take more than a second.
    if (nodes == 0 && static_cast<double>(best_.point.value) < static_cast<double>(bound->value) * kRoom) return;
    before = bound->solution.bound;
  }
}

/// Without the order of operations: a bound only. Of resources that are all alike it knows no more than the work on
/// all of them and the longest path.
void ExactSearch::relax() {
  const std::vector<std::uint32_t> alike = alike_resources(items_.model());
  const bool one_kind = std::all_of(alike.begin(), alike.end(), [](std::uint32_t first) { return first == 0; });
  if (rows() > kMostRows || one_kind) return;
  unit_ = time_unit();
  const PipelineFormulation formulation(items_, unit_, std::nullopt, false);
  if (formulation.milp().rows().size() > 2 * kMostRows) return;
  const MilpSolution solution = solve(formulation.milp(), milp_limits(formulation.milp()));
  best_.result.nodes += solution.nodes;
  if (solution.status == MilpStatus::kInfeasible) return;
  best_.raise_bound(std::min(cycles(solution.bound, unit_), best_.point.value), proof_of(solution));
  if (solution.status != MilpStatus::kOptimal) best_.result.stopped = solution.stopped;
}

/// A choice at least this good is worth looking for: better by a cycle, or by a ten-millionth of a large number.
Time ExactSearch::aim() const {
  const Time step = unit_ == 1 ? 1 : static_cast<Time>(std::ceil(unit_ * 0.1));
  return best_.point.value - std::min(best_.point.value, step);
}

PipelineFormulation ExactSearch::aimed() {
  unit_ = time_unit();
  std::optional<Time> at_most;
  if (best_.has_plan()) at_most = aim();
  return PipelineFormulation(items_, unit_, at_most);
}

void ExactSearch::exact(MilpLimits limits, PipelineFormulation& formulation, int most) {
  for (int round = 0; round <= most; ++round) {
    if (limits_.seconds_left) limits.seconds = std::max(0.0, limits_.seconds_left());
    const MilpSolution solution = solve(formulation.milp(), limits);
    best_.result.nodes += solution.nodes;
    best_.result.stopped = solution.stopped;
    if (solution.status == MilpStatus::kInfeasible) {
      if (best_.has_plan()) {
        // In a scaled program that is a proof up to the step.
        best_.result.stopped = "no better plan by 10^-7";
        best_.raise_bound(unit_ == 1 ? best_.point.value : aim(), proof_of(solution));
      } else {
        explain(formulation, round > 0);
      }
      return;
    }
    const Time bound = std::min(cycles(solution.bound, unit_), best_.has_plan() ? best_.point.value : kLongest);
    if (solution.values.empty()) return best_.raise_bound(bound, proof_of(solution));
    PipelinePoint point = evaluate(items_, formulation.choice(solution.values));
    if (point.excess == 0) {
      const Time value = point.value;
      best_.keep(std::move(point), "cbc");
      return best_.raise_bound(std::min(bound, value), proof_of(solution));
    }
    best_.raise_bound(bound, proof_of(solution));
    if (solution.status != MilpStatus::kOptimal) return;
    formulation.forbid(point.choice);
  }
  best_.result.stopped = "memory";
}

void ExactSearch::explain(const PipelineFormulation& formulation, bool forbidden) {
  const auto& resources = items_.model().resources;
  if (forbidden) {
    best_.result.why_infeasible.push_back(
        "memory: parameters fit, but with every choice of resources and orders the results that wait to be read do "
        "not");
    return;
  }
  MilpLimits limits = milp_limits(formulation.milp());
  limits.nodes = 2000;
  limits.iterations = MilpLimits{}.iterations;
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
  best_.result.why_infeasible.push_back("memory: no choice of resources keeps the limits of " + text +
                                        " together; parameters have " +
                                        std::to_string(parameter_bytes(items_.model())) + " bytes in all");
}

}  // namespace gantry::plan
