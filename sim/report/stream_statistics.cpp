// SPDX-License-Identifier: Apache-2.0
#include "report/stream_statistics.h"

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
  response_.add(static_cast<double>(task.completed - task.arrival));
  const Cycle begun = task.first_issue == kNever ? task.registered : task.first_issue;
  wait_.add(static_cast<double>(begun - task.arrival));
  interdeparture_.add(static_cast<double>(task.completed - last_completion_));
  last_completion_ = task.completed;
  add_share(task);
}

void StreamStatistics::add_share(const TaskRecord& task) {
  open_.jobs[{static_cast<std::uint8_t>(task.cls), task.weight}] += task.jobs;
  if (++open_tasks_ < tasks_per_batch_) return;
  share_batches_.push_back(std::move(open_));
  open_ = ShareBatch{};
  open_tasks_ = 0;
  if (share_batches_.size() < kShareBatches) return;
  for (std::size_t i = 0; i < kShareBatches / 2; ++i) {
    ShareBatch merged = std::move(share_batches_[2 * i]);
    for (const auto& [key, jobs] : share_batches_[2 * i + 1].jobs) merged.jobs[key] += jobs;
    share_batches_[i] = std::move(merged);
  }
  share_batches_.resize(kShareBatches / 2);
  tasks_per_batch_ *= 2;
}

std::vector<StreamShare> StreamStatistics::shares(std::uint64_t warm_up) const {
  // Per batch the share of every weight in its class; a batch without jobs of the class says nothing about it.
  std::map<std::pair<std::uint8_t, std::uint32_t>, SteadyState> series;
  const auto first = static_cast<std::size_t>(warm_up / tasks_per_batch_);
  for (std::size_t b = first; b < share_batches_.size(); ++b) {
    for (const auto& entry : share_batches_[b].jobs) series[entry.first];
  }
  for (std::size_t b = first; b < share_batches_.size(); ++b) {
    std::map<std::uint8_t, std::uint64_t> of_class;
    for (const auto& [key, jobs] : share_batches_[b].jobs) of_class[key.first] += jobs;
    for (auto& [key, values] : series) {
      const auto all = of_class.find(key.first);
      if (all == of_class.end() || all->second == 0) continue;
      const auto own = share_batches_[b].jobs.find(key);
      const std::uint64_t jobs = own == share_batches_[b].jobs.end() ? 0 : own->second;
      values.add(static_cast<double>(jobs) / static_cast<double>(all->second));
    }
  }
  std::vector<StreamShare> shares;
  for (const auto& [key, values] : series) {
    if (values.count() == 0) continue;
    shares.push_back({static_cast<TaskClass>(key.first), key.second, values.estimate(0)});
  }
  return shares;
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
  stats.wait_cycles = wait_.estimate(stats.warm_up_tasks);
  stats.interdeparture_cycles = interdeparture_.estimate(stats.warm_up_tasks);
  stats.shares = shares(stats.warm_up_tasks);
  return stats;
}

}  // namespace gantry
