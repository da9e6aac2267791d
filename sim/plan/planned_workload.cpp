// SPDX-License-Identifier: Apache-2.0
#include "plan/planned_workload.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "plan/plan_edges.h"

namespace gantry {
namespace {

void set_time(WorkloadTask& task, plan::Time time) {
  const bool own = task.cycles_by_type.empty() && task.cls != TaskClass::event && task.cycles <= time &&
                   task.cycles * task.jobs == time;
  if (own || (task.cls == TaskClass::event && time == 0)) return;
  if (task.cls == TaskClass::event) task.cls = TaskClass::block;
  task.jobs = 1;
  task.cycles = time;
  task.cycles_by_type.clear();
  task.processor.clear();
}

/// Parameters are objects without a writer, which all operations that use them read.
void add_parameters(const plan::PipelineModel& model, Workload& workload) {
  for (const plan::PipelineParameter& parameter : model.parameters) {
    if (parameter.bytes == 0 || parameter.bytes > kMaxObjectBytes) continue;
    const auto number = static_cast<std::uint32_t>(workload.data.size());
    DataObject object;
    object.id = "parameter" + std::to_string(number);
    object.bytes = parameter.bytes;
    std::set<std::uint32_t> operations(parameter.operations.begin(), parameter.operations.end());
    bool read = false;
    for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) {
      if (operations.count(t % model.operation_count()) == 0 || workload.tasks[t].cls == TaskClass::event) continue;
      workload.tasks[t].reads.push_back({number, true, {}});
      read = true;
    }
    if (read) workload.data.push_back(std::move(object));
  }
}

}  // namespace

Workload planned_workload(const PipelineInput& input, const plan::Plan& plan) {
  const plan::PipelineModel& model = input.model;
  Workload workload = input.workload;
  std::vector<std::uint32_t> where(workload.tasks.size());
  for (const plan::Placement& place : plan.placement) where[place.task] = place.processors.front();

  // Where transfers are more than bytes, or not bytes, their cycles are: a byte then takes one.
  const bool hops_are_bytes = input.cycles_per_byte.empty() || !model.delays.empty();
  std::map<std::pair<std::uint32_t, std::uint32_t>, const plan::PipelineEdge*> edges;
  if (hops_are_bytes) {
    for (const plan::PipelineEdge& edge : model.edges) edges[{edge.from, edge.to}] = &edge;
  }
  for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) {
    WorkloadTask& task = workload.tasks[t];
    set_time(task, model.time(t, where[t]));
    if (!hops_are_bytes) continue;
    for (WorkloadEdge& edge : task.after) {
      const plan::PipelineEdge& of = *edges.at({edge.task % model.operation_count(), t % model.operation_count()});
      edge.bytes = model.transfer(of, where[edge.task], where[t]);
    }
  }
  leave_edges_to_objects(workload, plan.parameters);
  add_parameters(model, workload);
  return workload;
}

}  // namespace gantry
