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

Cycle mean_time(const WorkloadJobShape& jobs, std::uint32_t count, const WorkloadTask& task,
                const Architecture& architecture, const std::vector<std::string>& types) {
  const auto set = types_for(jobs, task.cls, types);
  if (task.cls == TaskClass::event || !set) return 0;
  const std::uint64_t bytes = jobs.job_bytes.value_or(default_job_bytes(architecture, *set));
  Cycle sum = 0;
  std::uint64_t processors = 0;
  for (const ProcessorGroup& group : *architecture.processors) {
    if (!contains(*set, group.type, types) || group.max_job_bytes < bytes) continue;
    const Cycle job = std::min(group.time_for(cycles_on(jobs, group.type)) + set_up_of(task), kLongestMean);
    sum += std::min(job * count, kLongestMean) * group.count;
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
    for (const WorkloadTask& task : workload.tasks) {
      Cycle time = 0;
      task.for_each_group([&](const WorkloadJobShape& jobs, std::uint32_t count) {
        time = std::min(time + mean_time(jobs, count, task, architecture, types), kLongestMean);
      });
      times.push_back(time);
    }
  }
  return submission_order(workload, times);
}

}  // namespace gantry
