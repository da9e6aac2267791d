// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/checker/pipeline_judge.h"

#include <vector>

namespace gantry::plan {
namespace {

Graph graph_of(const PipelineModel& model) {
  const std::uint32_t operations = model.operation_count();
  std::vector<Edge> edges;
  for (std::uint32_t s = 0; s < model.subtasks; ++s) {
    for (const PipelineEdge& edge : model.edges) {
      edges.push_back({s * operations + edge.from, s * operations + edge.to, edge.bytes, false});
    }
  }
  return {std::vector<Time>(model.items(), 0), edges};
}

TaskTimes times_of(const PipelineModel& model) {
  std::vector<Time> times;
  for (std::uint32_t s = 0; s < model.subtasks; ++s) {
    times.insert(times.end(), model.times.begin(), model.times.end());
  }
  return TaskTimes::table(model.resource_count(), std::move(times));
}

}  // namespace

PipelineJudge::PipelineJudge(const PipelineModel& model)
    : model_(model), graph_(graph_of(model)), times_(times_of(model)) {
  for (const PipelineEdge& edge : model.edges) edges_[{edge.from, edge.to}] = edge;
}

Checked PipelineJudge::checked(const Plan& plan, std::function<std::string(std::uint32_t)> name) const {
  const auto transfer = [this](const Edge& edge, std::uint32_t from, std::uint32_t to) {
    const std::uint32_t operations = model_.operation_count();
    return model_.transfer(edges_.at({edge.from % operations, edge.to % operations}), from, to);
  };
  return {plan, graph_, times_, transfer, std::move(name), &model_};
}

}  // namespace gantry::plan
