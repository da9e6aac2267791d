// SPDX-License-Identifier: Apache-2.0
#include "plan/release_times.h"

#include <algorithm>
#include <string>
#include <variant>

namespace gantry {

std::vector<plan::Time> submit_times(const Workload& workload) {
  const auto late = [](const WorkloadTask& task) { return task.submit > 0; };
  if (std::none_of(workload.tasks.begin(), workload.tasks.end(), late)) return {};
  std::vector<plan::Time> times;
  times.reserve(workload.tasks.size());
  for (const WorkloadTask& task : workload.tasks) times.push_back(task.submit);
  return times;
}

std::vector<plan::Time> releases_of(const plan::Values& parameters, const Workload& workload) {
  const plan::Value* value = parameters.find(kReleases);
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  return text != nullptr && *text == kReleasedBySubmit ? submit_times(workload) : std::vector<plan::Time>();
}

}  // namespace gantry
