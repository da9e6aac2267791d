// SPDX-License-Identifier: Apache-2.0
// The chain of events from the last cycle back to cycle 0, each the last one that the next event needed. Its intervals
// show where a replay is slower than its plan.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gantry/scheduler/records.h"
#include "gantry/workload/workload.h"
#include "plan/replay.h"

namespace gantry {

class RunPath final : public RecordSink {
 public:
  /// Both must outlive the path.
  RunPath(const Workload& workload, const Replay& replay);

  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& job) override;

  /// Cycles by cause; they sum to `cycles`. Empty if not all tasks have completed.
  /// compute: a job computes. delivery: the message of a job is in transit. input: it has arrived, the processor is
  /// free, and input is read. completion: output is written and the completion reported. schedule: a registered task is
  /// split, matched, picked and packed. register: predecessors have completed, or the previous task of the queue is
  /// registered, and this task is not yet. submit: its descriptor is written and fetched. host: the host has not
  /// reached the task, or takes the last interrupt.
  [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> stretches(Cycle cycles) const;

 private:
  static constexpr std::size_t kNoJob = ~std::size_t{0};

  const Workload& workload_;
  const Replay& replay_;
  std::vector<std::uint32_t> number_;  ///< host number by task index
  std::vector<TaskRecord> tasks_;      ///< by host number
  std::vector<JobRecord> jobs_;        ///< in order of completion
  std::vector<std::size_t> last_job_;  ///< index in jobs_ of the last job of each task, by host number
};

}  // namespace gantry
