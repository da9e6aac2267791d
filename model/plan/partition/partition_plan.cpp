// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/partition_plan.h"

#include <algorithm>
#include <string>

#include "gantry/plan/list/list_plan.h"
#include "gantry/plan/partition/part_schedule.h"

namespace gantry::plan {
namespace {

/// Edges between parts, or all of them, counted in every way.
struct EdgeCounts {
  std::uint64_t edges = 0;
  std::uint64_t critical = 0;
  std::uint64_t bytes = 0;
  std::uint64_t critical_bytes = 0;

  template <class Counted>
  EdgeCounts(const PartitionProblem& problem, Counted is_counted) {
    for (std::uint32_t e = 0; e < problem.graph().edges().size(); ++e) {
      const Edge& edge = problem.graph().edge(e);
      if (!is_counted(edge)) continue;
      ++edges;
      bytes = add(bytes, edge.bytes);
      if (!problem.critical()[e]) continue;
      ++critical;
      critical_bytes = add(critical_bytes, edge.bytes);
    }
  }
};

std::uint64_t boundary_tasks(const Partition& partition) {
  std::uint64_t count = 0;
  for (std::uint32_t t = 0; t < partition.problem().tasks(); ++t) count += partition.is_boundary(t) ? 1 : 0;
  return count;
}

const char* name_of(RefineUntil until) {
  switch (until) {
    case RefineUntil::start:
      return "start";
    case RefineUntil::source:
      return "source";
    case RefineUntil::stable:
      break;
  }
  return "stable";
}

void describe(const Partition& partition, const GainRule& rule, const std::string& prefix, Values& metrics) {
  const EdgeCounts cut(partition.problem(),
                       [&](const Edge& edge) { return partition.part(edge.from) != partition.part(edge.to); });
  metrics.set(prefix + "critical_cut", cut.critical);
  metrics.set(prefix + "cut", cut.edges);
  metrics.set(prefix + "critical_cut_bytes", cut.critical_bytes);
  metrics.set(prefix + "cut_bytes", cut.bytes);
  if (cut.bytes > 0) {
    metrics.set(prefix + "critical_share", static_cast<double>(cut.critical_bytes) / static_cast<double>(cut.bytes));
  }
  metrics.set(prefix + "boundary_tasks", boundary_tasks(partition));
  metrics.set(prefix + "candidates", std::uint64_t{candidates(partition, rule).size()});
  metrics.set(prefix + "largest_load", partition.largest_load());
}

/// Numbers of the parts, one after the other.
template <class Number>
std::string list(std::uint32_t parts, Number number) {
  std::string text;
  for (std::uint32_t part = 0; part < parts; ++part) text += (part > 0 ? "," : "") + std::to_string(number(part));
  return text;
}

/// On the processors of every task's own part.
Plan plan_on(const PartMachine& machine, const Graph& graph, const std::vector<std::uint32_t>& part,
             const TransferCost& transfer, const std::string& method) {
  std::vector<Time> table;
  for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
    for (std::uint32_t p = 0; p < machine.part.size(); ++p) table.push_back(machine.time(t, part[t], p));
  }
  const TaskTimes times = TaskTimes::table(static_cast<std::uint32_t>(machine.part.size()), std::move(table));
  const ListProblem problem{graph, times, transfer};
  const auto& scheduler = builtin_list_schedulers().find("critical_path")->make;
  if (machine.costs == nullptr) return list_plan(method, problem, scheduler(problem));
  const Graph weighed = with_costs(graph, *machine.costs);
  const Prediction predicted = predict(
      graph, times, scheduler({weighed, times, cost_of_cycles(*machine.costs), {}, cost_on_one(graph, *machine.costs)}),
      *machine.costs);
  Plan plan = list_plan(method, {graph, times, {0, 0}}, predicted.slots);
  plan.metrics.set("predicted_cycles", predicted.cycles);
  return plan;
}

/// Adds start times and the metrics that depend on them.
void add_times(const Graph& graph, const std::vector<std::uint32_t>& part, std::uint32_t parts,
               const TransferCost& transfer, const PartMachine* machine, Plan& plan) {
  if (std::all_of(graph.times().begin(), graph.times().end(), [](Time time) { return time == 0; })) return;
  const TaskTimes times(parts, graph.times());
  const Plan timed = machine != nullptr ? plan_on(*machine, graph, part, transfer, plan.method)
                                        : list_plan(plan.method, {graph, times, transfer},
                                                    schedule_parts(graph, part, parts, transfer));
  for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
    if (machine != nullptr) plan.placement[t].processors = timed.placement[t].processors;
    plan.placement[t].start = timed.placement[t].start;
    plan.placement[t].finish = timed.placement[t].finish;
  }
  for (const auto& [name, value] : timed.metrics.items()) plan.metrics.set(name, value);
}

}  // namespace

bool PartMachine::can_run(std::uint32_t task, std::uint32_t in) const {
  for (std::uint32_t p = 0; p < part.size(); ++p) {
    if (time(task, in, p) != TaskTimes::kCannotRun) return true;
  }
  return false;
}

Plan partition_plan(const PartitionProblem& problem, const std::vector<std::uint32_t>& start, const Refined& refined,
                    const RefineOptions& options, const TransferCost& transfer, const PartMachine* machine) {
  Plan plan;
  plan.method = "partition";
  plan.parameters.set("parts", std::uint64_t{problem.parts()});
  plan.parameters.set("objective", std::string(name_of(problem.objective())));
  plan.parameters.set("critical_value", options.rule.critical_value);
  plan.parameters.set("threshold", options.rule.threshold);
  plan.parameters.set("seed", options.seed);
  Values& metrics = plan.metrics;
  metrics.set("edges", std::uint64_t{problem.graph().edges().size()});
  metrics.set("critical_edges", problem.critical_edges());
  const EdgeCounts all(problem, [](const Edge&) { return true; });
  metrics.set("edge_bytes", all.bytes);
  metrics.set("critical_edge_bytes", all.critical_bytes);
  metrics.set("load_limit", problem.balance().most_limit());
  const Partition result(problem, refined.parts);
  if (!problem.balance().alike()) {
    metrics.set("load_limits", list(problem.parts(), [&](std::uint32_t part) { return problem.limit(part); }));
    metrics.set("loads", list(problem.parts(), [&](std::uint32_t part) { return result.load(part); }));
  }
  describe(Partition(problem, start), options.rule, "initial_", metrics);
  describe(result, options.rule, "", metrics);
  metrics.set("rounds", refined.rounds);
  if (options.mode == RoundMode::together) metrics.set("round_moves", refined.round_moves);
  metrics.set("passes", refined.passes);
  metrics.set("pass_moves", refined.pass_moves);
  metrics.set("cycles", refined.cycles);
  metrics.set("shakes", refined.shakes);
  metrics.set("anneals", refined.anneals);
  metrics.set("stopped", std::string(refined.stopped ? "interrupted" : name_of(options.until)));
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) {
    Placement place;
    place.task = t;
    place.part = refined.parts[t];
    plan.placement.push_back(std::move(place));
  }
  add_times(problem.graph(), refined.parts, problem.parts(), transfer, machine, plan);
  return plan;
}

}  // namespace gantry::plan
