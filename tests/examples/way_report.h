// SPDX-License-Identifier: Apache-2.0
// How long jobs were on their way from the scheduler to their processors.
#pragma once

#include <algorithm>
#include <string>

#include "gantry/scheduler/records.h"

namespace gantry {

class WayReport final : public RecordSink {
 public:
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& job) override {
    ++jobs_;
    sum_ += job.arrived - job.issued;
    longest_ = std::max(longest_, job.arrived - job.issued);
  }

  /// One JSON object; cycles.
  [[nodiscard]] std::string text() const {
    return "{\"jobs\": " + std::to_string(jobs_) + ", \"cycles\": " + std::to_string(sum_) +
           ", \"longest\": " + std::to_string(longest_) + "}\n";
  }

 private:
  std::uint64_t jobs_ = 0;
  Cycle sum_ = 0;
  Cycle longest_ = 0;
};

}  // namespace gantry
