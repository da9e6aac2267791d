// SPDX-License-Identifier: Apache-2.0
#include "output/stage_statistics.h"

#include "result/task_stages.h"

namespace gantry {

StageStatistics::Account& StageStatistics::account(const TaskRecord& task) {
  Recent& recent =
      recent_[(static_cast<std::size_t>(task.cls) + std::size_t{7} * task.weight + std::size_t{5} * task.stream) %
              kRecent];
  const Key key{task.cls, task.weight, task.stream};
  if (recent.account == nullptr || recent.key != key) recent = {key, &look_up(key)};
  return *recent.account;
}

StageStatistics::Account& StageStatistics::look_up(const Key& key) {
  const auto [at, is_new] = accounts_.try_emplace(key);
  if (is_new && percentiles_ && accounts_.size() <= kMostPercentiles) {
    at->second.percentiles = std::make_unique<std::array<Percentiles, kStages>>();
  }
  return at->second;
}

void StageStatistics::task_done(const TaskRecord& task) {
  if (task.completed == kNever) return;  // of an unfinished run
  Account& to = account(task);
  ++to.tasks;
  to.waits.lifetime += task.completed - task.submitted;
  for (const StageSpan& span : stage_spans(task, task.completed)) {
    const Cycle cycles = span.to - span.from;
    to.waits.cycles[span.stage] += cycles;
    if (to.percentiles) (*to.percentiles)[span.stage].add(cycles);
  }
}

std::vector<StageResults> StageStatistics::rows() const {
  std::vector<StageResults> rows;
  for (const auto& [key, account] : accounts_) {
    StageResults& row = rows.emplace_back();
    std::tie(row.cls, row.weight, row.stream) = key;
    row.tasks = account.tasks;
    row.waits = account.waits;
    if (!account.percentiles) continue;
    row.percentiles.emplace();
    for (std::size_t i = 0; i < kStages; ++i) {
      const Percentiles& of = (*account.percentiles)[i];
      (*row.percentiles)[i] = {of.percentile(50), of.percentile(95), of.percentile(99)};
    }
  }
  return rows;
}

}  // namespace gantry
