// SPDX-License-Identifier: Apache-2.0
#include "plan/repeated_workload.h"

namespace gantry {

Workload repeated_workload(const Workload& workload, std::uint32_t executions) {
  Workload repeated = workload;
  repeated.name += "_x" + std::to_string(executions);
  repeated.tasks.clear();
  repeated.tasks.reserve(workload.tasks.size() * executions);
  for (std::uint32_t e = 0; e < executions; ++e) {
    const auto first = static_cast<std::uint32_t>(repeated.tasks.size());
    for (const WorkloadTask& task : workload.tasks) {
      repeated.tasks.push_back(task);
      repeated.tasks.back().id += '@' + std::to_string(e);
      for (WorkloadEdge& edge : repeated.tasks.back().after) edge.task += first;
    }
  }
  return repeated;
}

}  // namespace gantry
