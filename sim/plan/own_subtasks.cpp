// SPDX-License-Identifier: Apache-2.0
#include "plan/own_subtasks.h"

#include <string>
#include <utility>

namespace gantry {
namespace {

constexpr std::uint32_t kNotThere = ~std::uint32_t{0};

}  // namespace

void lay_out_own_subtasks(const std::vector<std::vector<std::uint32_t>>& own, PipelineInput& input) {
  plan::PipelineModel& model = input.model;
  const std::vector<WorkloadTask> tasks = std::move(input.workload.tasks);
  const std::vector<plan::PipelineOperation> operations = std::move(model.operations);
  const std::vector<plan::Time> times = std::move(model.times);
  const std::vector<plan::PipelineEdge> edges = std::move(model.edges);
  const std::vector<plan::PipelineParameter> parameters = std::move(model.parameters);
  input.workload.tasks.clear();
  model.operations.clear();
  model.times.clear();
  model.edges.clear();
  model.parameters.clear();
  std::vector<std::vector<std::uint32_t>> number;  // by subtask and operation
  for (std::uint32_t s = 0; s < own.size(); ++s) {
    std::vector<std::uint32_t>& of = number.emplace_back(operations.size(), kNotThere);
    auto next = static_cast<std::uint32_t>(model.operations.size());
    for (const std::uint32_t o : own[s]) of[o] = next++;
    for (const std::uint32_t o : own[s]) {
      WorkloadTask task = tasks[o];
      task.id += '@' + std::to_string(s);
      for (WorkloadEdge& edge : task.after) edge.task = of[edge.task];
      model.operations.push_back(operations[o]);
      model.operations.back().name = task.id;
      input.workload.tasks.push_back(std::move(task));
      const auto first = times.begin() + static_cast<std::ptrdiff_t>(o * model.resources.size());
      model.times.insert(model.times.end(), first, first + static_cast<std::ptrdiff_t>(model.resources.size()));
    }
    for (plan::PipelineEdge edge : edges) {
      if (of[edge.to] == kNotThere) continue;
      edge.from = of[edge.from];
      edge.to = of[edge.to];
      model.edges.push_back(edge);
    }
  }
  for (const plan::PipelineParameter& parameter : parameters) {
    plan::PipelineParameter all{parameter.bytes, {}};
    for (const std::vector<std::uint32_t>& of : number) {
      for (const std::uint32_t o : parameter.operations) {
        if (of[o] != kNotThere) all.operations.push_back(of[o]);
      }
    }
    if (!all.operations.empty()) model.parameters.push_back(std::move(all));
  }
}

}  // namespace gantry
