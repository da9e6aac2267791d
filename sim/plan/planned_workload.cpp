// SPDX-License-Identifier: Apache-2.0
#include "plan/planned_workload.h"

#include <map>
#include <utility>
#include <vector>

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

}  // namespace

Workload planned_workload(const PipelineInput& input, const plan::Plan& plan) {
  const plan::PipelineModel& model = input.model;
  Workload workload = input.workload;
  std::vector<std::uint32_t> where(workload.tasks.size());
  for (const plan::Placement& place : plan.placement) where[place.task] = place.processors.front();

  // Where transfers are not bytes a hop's cycles are: a byte then takes one.
  const bool hops_are_bytes = input.cycles_per_byte.empty();
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
  return workload;
}

}  // namespace gantry
