// SPDX-License-Identifier: Apache-2.0
#include "workload/graph_source.h"

#include <algorithm>

namespace gantry {

GraphSource::GraphSource(const Workload& workload, const Architecture& architecture)
    : workload_(workload), defaults_(architecture), order_(submission_order(workload)), number_(workload.tasks.size()) {
  for (std::uint32_t n = 0; n < order_.size(); ++n) number_[order_[n]] = n;
}

bool GraphSource::next(Task& task) {
  if (at_ == order_.size()) return false;
  resolve(workload_.tasks[order_[at_++]], task);
  return true;
}

void GraphSource::resolve(const WorkloadTask& from, Task& task) const {
  task.cls = from.cls;
  task.weight = from.weight;
  task.jobs = from.cls == TaskClass::event ? 0 : from.jobs;
  task.cycles = from.cycles;
  task.submit = from.submit;
  task.input_bytes = from.input_bytes;
  task.output_bytes = from.output_bytes;
  defaults_.settle(task, from.processor, from.job_bytes);
  task.after.clear();
  for (const WorkloadEdge& edge : from.after) task.after.push_back(number_[edge.task]);
  std::sort(task.after.begin(), task.after.end());
  task.after.erase(std::unique(task.after.begin(), task.after.end()), task.after.end());
}

}  // namespace gantry
