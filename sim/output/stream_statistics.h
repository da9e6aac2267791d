// SPDX-License-Identifier: Apache-2.0
// Long-run times of a stream of tasks, with 95 % confidence intervals after a warm-up found from the data.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/scheduler/records.h"
#include "output/percentiles.h"
#include "output/steady_state.h"
#include "result/stream_results.h"

namespace gantry {

class StreamStatistics final : public RecordSink {
 public:
  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& /*job*/) override {}

  [[nodiscard]] StreamStats stats() const;

 private:
  SteadyState response_;
  Percentiles responses_;
  SteadyState wait_;
  SteadyState interdeparture_;
  std::vector<Cycle> completions_;  ///< completion of every stride_-th task, to date the end of the warm-up
  std::uint64_t stride_ = 1;
  Cycle last_completion_ = 0;
};

}  // namespace gantry
