// SPDX-License-Identifier: Apache-2.0
#include "experiment/submission_order.h"

#include <algorithm>
#include <optional>
#include <string>

#include "gantry/platform/processors_config.h"
#include "workload/task_defaults.h"

namespace gantry {
namespace {

/// Above it a sum over all processors could run over.
constexpr Cycle kLongestMean = Cycle{1} << 47;

Cycle mean_time(const WorkloadTask& task, const Architecture& architecture, const std::vector<std::string>& types) {
  const auto set = types_for(task, types);
  if (task.cls == TaskClass::event || !set) return 0;
  const std::uint64_t bytes = task.job_bytes.value_or(default_job_bytes(architecture, *set));
  Cycle sum = 0;
  std::uint64_t processors = 0;
  for (const ProcessorGroup& group : *architecture.processors) {
    if (!contains(*set, group.type, types) || group.max_job_bytes < bytes) continue;
    const Cycle job = std::min(group.time_for(cycles_on(task, group.type)) + set_up_of(task), kLongestMean);
    sum += std::min(job * task.jobs, kLongestMean) * group.count;
    processors += group.count;
  }
  return processors == 0 ? 0 : (sum + processors / 2) / processors;
}

}  // namespace

std::vector<std::uint32_t> submission_order(const Workload& workload, const Architecture& architecture) {
  std::vector<Cycle> times;
  if (workload.order == SubmissionOrder::rank) {
    const std::vector<std::string> types = processor_types(architecture);
    times.reserve(workload.tasks.size());
    for (const WorkloadTask& task : workload.tasks) times.push_back(mean_time(task, architecture, types));
  }
  return submission_order(workload, times);
}

}  // namespace gantry
