// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/retry_queue.h"

#include "gantry/scheduler/matchable.h"

namespace gantry {
inline namespace scheduler {

RetryQueue::RetryQueue(const std::array<bool, 4>& same_cluster, ProcessorTable& processors,
                       const ProcessorChoice& choice)
    : same_cluster_(same_cluster),
      processors_(processors),
      choice_(choice),
      candidates_(make_bit_set(processors.count())) {}

std::optional<RetryQueue::Retry> RetryQueue::take(const TaskTable& tasks, Cycle now) {
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    const Task& task = tasks[jobs_[i].task].task;
    find_candidates(task, jobs_[i].job, jobs_[i].processor);
    if (is_empty(candidates_)) continue;
    const JobCycles cycles = task.job_cycles(jobs_[i].job);
    const Retry retry{jobs_[i], choice_.choose(candidates_, processors_.view(now, cycles))};
    processors_.pick(retry.processor, false, cycles, now);
    processors_.lock(retry.processor);
    jobs_.erase(jobs_.begin() + static_cast<std::ptrdiff_t>(i));
    return retry;
  }
  return std::nullopt;
}

void RetryQueue::find_candidates(const Task& task, std::uint32_t job, ProcessorId lost_by) {
  find_capable(task.shape_of(job), task, processors_, candidates_);
  // The clusters of a task's jobs stay those that its co-location rule has allowed.
  if (same_cluster_[index(task.cls)]) {
    const ProcessorSet& members = processors_.cluster_members(processors_.cluster_of(lost_by));
    for (std::size_t w = 0; w < members.size(); ++w) candidates_[w] &= members[w];
  }
  // Another processor than the one that lost it, if the machine has one.
  clear_bit(candidates_, lost_by);
  if (is_empty(candidates_)) set_bit(candidates_, lost_by);
  for (std::size_t w = 0; w < candidates_.size(); ++w) candidates_[w] &= processors_.free()[w];
}

}  // namespace scheduler
}  // namespace gantry
