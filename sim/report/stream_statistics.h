// SPDX-License-Identifier: Apache-2.0
// What a stream of tasks converges to: response times and shares with 95 % intervals after a warm-up that the data
// show.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/records.h"
#include "report/steady_state.h"

namespace gantry {

/// Share of one weight in the jobs completed within a task class.
struct StreamShare {
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 0;
  Estimate share;
};

struct StreamStats {
  std::uint64_t tasks = 0;
  std::uint64_t warm_up_tasks = 0;  ///< cut off
  Cycle warm_up_cycles = 0;         ///< completion of the last task of the warm-up
  Estimate response_cycles;         ///< arrival (the task's submit cycle) to recorded as done
  Estimate wait_cycles;             ///< arrival to the first flit of the first job
  Estimate interdeparture_cycles;   ///< between two completions; its inverse is the throughput
  std::vector<StreamShare> shares;
};

class StreamStatistics final : public RecordSink {
 public:
  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& /*job*/) override {}

  [[nodiscard]] StreamStats stats() const;

 private:
  /// Jobs per (class, weight) within equal numbers of completed tasks; lengths double like SteadyState's batches.
  struct ShareBatch {
    std::map<std::pair<std::uint8_t, std::uint32_t>, std::uint64_t> jobs;
  };
  static constexpr std::size_t kShareBatches = 128;

  void add_share(const TaskRecord& task);
  [[nodiscard]] std::vector<StreamShare> shares(std::uint64_t warm_up) const;

  SteadyState response_;
  SteadyState wait_;
  SteadyState interdeparture_;
  std::vector<Cycle> completions_;  ///< of every stride_-th task, to date the end of the warm-up
  std::uint64_t stride_ = 1;
  Cycle last_completion_ = 0;
  std::vector<ShareBatch> share_batches_;
  ShareBatch open_;
  std::uint64_t open_tasks_ = 0;
  std::uint64_t tasks_per_batch_ = 1;
};

}  // namespace gantry
