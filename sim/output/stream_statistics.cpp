// SPDX-License-Identifier: Apache-2.0
#include "output/stream_statistics.h"

#include <algorithm>

namespace gantry {

void StreamStatistics::task_done(const TaskRecord& task) {
  if (task.completed == kNever) return;
  if (response_.count() % stride_ == 0) {
    completions_.push_back(task.completed);
    if (completions_.size() == SteadyState::kBatches) {
      for (std::size_t i = 0; i < completions_.size() / 2; ++i) completions_[i] = completions_[2 * i];
      completions_.resize(completions_.size() / 2);
      stride_ *= 2;
    }
  }
  response_.add(task.completed - task.arrival);
  responses_.add(task.completed - task.arrival);
  const Cycle begun = task.first_issue == kNever ? task.registered : task.first_issue;
  wait_.add(begun - task.arrival);
  interdeparture_.add(task.completed - last_completion_);
  last_completion_ = task.completed;
}

StreamStats StreamStatistics::stats() const {
  StreamStats stats;
  stats.tasks = response_.count();
  stats.warm_up_tasks = response_.warm_up();
  if (stats.warm_up_tasks > 0) {
    const auto at = static_cast<std::size_t>((stats.warm_up_tasks - 1) / stride_);
    stats.warm_up_cycles = completions_[std::min(at, completions_.size() - 1)];
  }
  stats.response_cycles = response_.estimate(stats.warm_up_tasks);
  stats.p50 = responses_.percentile(50);
  stats.p95 = responses_.percentile(95);
  stats.p99 = responses_.percentile(99);
  stats.max = responses_.max();
  stats.wait_cycles = wait_.estimate(stats.warm_up_tasks);
  stats.interdeparture_cycles = interdeparture_.estimate(stats.warm_up_tasks);
  return stats;
}

}  // namespace gantry
