// SPDX-License-Identifier: Apache-2.0
#include "plan/repeated_workload.h"

#include <vector>

#include "gantry/workload/data_use.h"

namespace gantry {
namespace {

/// Adds the objects that an execution beyond the first one writes, and returns by object the index of its copy. An
/// object that no task writes is one for all executions.
std::vector<std::uint32_t> add_copies(const Workload& workload, const std::vector<std::uint32_t>& writers,
                                      std::uint32_t execution, Workload& to) {
  std::vector<std::uint32_t> copies(writers.size());
  for (std::uint32_t object = 0; object < writers.size(); ++object) {
    copies[object] = object;
    if (writers[object] == kNone) continue;
    if (execution > 0) {
      copies[object] = static_cast<std::uint32_t>(to.data.size());
      to.data.push_back(workload.data[object]);
    }
    to.data[copies[object]].id += '@' + std::to_string(execution);
  }
  return copies;
}

}  // namespace

Workload repeated_workload(const Workload& workload, std::uint32_t executions) {
  Workload repeated = workload;
  repeated.name += "_x" + std::to_string(executions);
  repeated.tasks.clear();
  repeated.tasks.reserve(workload.tasks.size() * executions);
  const std::vector<std::uint32_t> writers = object_writers(workload);
  for (std::uint32_t e = 0; e < executions; ++e) {
    const std::vector<std::uint32_t> copies = add_copies(workload, writers, e, repeated);
    const auto first = static_cast<std::uint32_t>(repeated.tasks.size());
    for (const WorkloadTask& task : workload.tasks) {
      repeated.tasks.push_back(task);
      repeated.tasks.back().id += '@' + std::to_string(e);
      for (WorkloadEdge& edge : repeated.tasks.back().after) edge.task += first;
      for (WorkloadRead& read : repeated.tasks.back().reads) read.object = copies[read.object];
      for (WorkloadWrite& write : repeated.tasks.back().writes) write.object = copies[write.object];
    }
  }
  return repeated;
}

}  // namespace gantry
