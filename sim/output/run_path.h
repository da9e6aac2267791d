// SPDX-License-Identifier: Apache-2.0
// What the end of a run waited for: the chain of events from the last cycle back to cycle 0, each the last thing that
// the next one needed. Its stretches say where a replay loses against its plan.
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
  /// Both outlive the path.
  RunPath(const Workload& workload, const Replay& replay);

  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& job) override;

  /// Cycles by cause; they sum to `cycles`. Empty when not all tasks are done.
  /// compute: jobs compute. delivery: a job's message is under way to its processor. input: it is there, the processor
  /// is free, and its input is read. completion: output is written and the completion reported. schedule: a registered
  /// task is split, matched, picked and packed. register: predecessors are done, or the task before it in its queue is
  /// registered, and it is not yet. submit: its descriptor is written and fetched. host: the host was not there yet, or
  /// takes the last interrupt.
  [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> stretches(Cycle cycles) const;

 private:
  static constexpr std::size_t kNoJob = ~std::size_t{0};

  const Workload& workload_;
  const Replay& replay_;
  std::vector<std::uint32_t> number_;  ///< host number by task index
  std::vector<TaskRecord> tasks_;      ///< by host number
  std::vector<JobRecord> jobs_;        ///< in order of completion
  std::vector<std::size_t> last_job_;  ///< of a task, by host number, in jobs_
};

}  // namespace gantry
