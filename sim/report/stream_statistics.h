// SPDX-License-Identifier: Apache-2.0
// What a stream of tasks converges to: times with 95 % intervals after a warm-up that the data show.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/scheduler/records.h"
#include "report/steady_state.h"
#include "report/stream_shares.h"

namespace gantry {

struct StreamStats {
  std::uint64_t tasks = 0;
  std::uint64_t warm_up_tasks = 0;  ///< cut off
  Cycle warm_up_cycles = 0;         ///< completion of the last task of the warm-up
  Estimate response_cycles;         ///< arrival (the task's submit cycle) to recorded as done
  Estimate wait_cycles;             ///< arrival to the first flit of the first job
  Estimate interdeparture_cycles;   ///< between two completions; its inverse is the throughput
  StreamShares shares;              ///< filled by whoever has the run's RunStats
};

class StreamStatistics final : public RecordSink {
 public:
  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& /*job*/) override {}

  [[nodiscard]] StreamStats stats() const;

 private:
  SteadyState response_;
  SteadyState wait_;
  SteadyState interdeparture_;
  std::vector<Cycle> completions_;  ///< of every stride_-th task, to date the end of the warm-up
  std::uint64_t stride_ = 1;
  Cycle last_completion_ = 0;
};

}  // namespace gantry
