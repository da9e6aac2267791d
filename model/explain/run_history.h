// SPDX-License-Identifier: Apache-2.0
// The records of a run that has been completed, or of its last part, kept for those who ask why it took so long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/scheduler/records.h"

namespace gantry {
inline namespace explain {

class RunHistory final : public RecordSink {
 public:
  static constexpr std::size_t kAll = ~std::size_t{0};

  /// Of tasks, of jobs and of interrupts at least the last `kept` each, at most twice as many.
  explicit RunHistory(std::size_t kept = kAll) : kept_(kept) {}

  void task_done(const TaskRecord& task) override {
    if (task.completed == kNever) {
      complete_ = false;
    } else {
      keep(tasks_, task);
    }
  }
  void job_done(const JobRecord& job) override { keep(jobs_, job); }
  void interrupt_taken(const InterruptRecord& interrupt) override { keep(interrupts_, interrupt); }

  /// No record has been let go.
  [[nodiscard]] bool whole() const { return whole_; }
  /// No task was left unfinished.
  [[nodiscard]] bool complete() const { return complete_; }
  // In order of completion, or of being taken.
  [[nodiscard]] const std::vector<TaskRecord>& tasks() const { return tasks_; }
  [[nodiscard]] const std::vector<JobRecord>& jobs() const { return jobs_; }
  [[nodiscard]] const std::vector<InterruptRecord>& interrupts() const { return interrupts_; }

 private:
  template <class Record>
  void keep(std::vector<Record>& records, const Record& record) {
    if (kept_ != kAll && records.size() >= 2 * kept_) {
      records.erase(records.begin(), records.end() - static_cast<std::ptrdiff_t>(kept_));
      whole_ = false;
    }
    records.push_back(record);
  }

  std::size_t kept_;
  bool whole_ = true;
  bool complete_ = true;
  std::vector<TaskRecord> tasks_;
  std::vector<JobRecord> jobs_;
  std::vector<InterruptRecord> interrupts_;
};

}  // namespace explain
}  // namespace gantry
