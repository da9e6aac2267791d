// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "gantry/plan/milp/qubo.h"
#include "gantry/plan/pipeline/formulation.h"
#include "gantry/plan/pipeline/planner.h"

namespace gantry::plan {

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
  if (const auto share = gap(result.point.value, result.bound)) plan.metrics.set("gap", *share);
  plan.metrics.set("status", std::string(result.status == PipelineStatus::kOptimal ? "optimal" : "feasible"));
  plan.metrics.set("solver", result.solver);
  plan.metrics.set("bound_by", result.proof);
  plan.metrics.set("stopped", result.stopped);
  if (!makespan) {
    const ContiguousResult& contiguous = result.contiguous;
    if (contiguous.load) plan.metrics.set("contiguous_load", *contiguous.load);
    plan.metrics.set("contiguous", contiguous.stopped.empty() ? std::string("exact") : contiguous.stopped);
    plan.metrics.set("ideals", contiguous.ideals);
  }
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

namespace {

std::string program_text(const PipelineModel& model, PipelineForm form) {
  const PipelineItems items(model);
  // A power of ten, so that what is written is exact; the first variable is the objective.
  constexpr double kMost = 1e6;
  const auto made = [&](Time unit) {
    return PipelineFormulation(items, static_cast<double>(unit), std::nullopt, true, form);
  };
  Time unit = 1;
  for (double most = made(1).milp().variables().front().upper; most > kMost; most /= 10) unit *= 10;
  return "\\ one unit of time is " + std::to_string(unit) + (unit == 1 ? " cycle\n" : " cycles\n") +
         lp_text(made(unit).milp());
}

}  // namespace

std::string pipeline_lp(const PipelineModel& model) { return program_text(model, PipelineForm::kLinear); }

std::string pipeline_qcbo(const PipelineModel& model) { return program_text(model, PipelineForm::kQuadratic); }

std::optional<std::string> pipeline_qubo(const PipelineModel& model) {
  const PipelineItems items(model);
  const auto made = qubo(PipelineFormulation(items, 1, std::nullopt, true, PipelineForm::kCoarse).milp());
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
