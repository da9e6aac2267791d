// SPDX-License-Identifier: Apache-2.0
// The records of a run that has been completed, or of its last part, kept for those who ask why it took so long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
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

  /// After the last record and before what follows here.
  void close() {
    join(tasks_);
    join(jobs_);
    join(interrupts_);
  }
  /// No record has been let go.
  [[nodiscard]] bool whole() const { return whole_; }
  /// No task was left unfinished.
  [[nodiscard]] bool complete() const { return complete_; }
  // In order of completion, or of being taken. Throw std::logic_error before close().
  [[nodiscard]] const std::vector<TaskRecord>& tasks() const { return of(tasks_); }
  [[nodiscard]] const std::vector<JobRecord>& jobs() const { return of(jobs_); }
  [[nodiscard]] const std::vector<InterruptRecord>& interrupts() const { return of(interrupts_); }

 private:
  /// In two parts of at most `kept_` each, so that none is moved when others are let go.
  template <class Record>
  struct Parts {
    std::vector<Record> earlier;
    std::vector<Record> latest;
  };
  template <class Record>
  void keep(Parts<Record>& parts, const Record& record) {
    if (parts.latest.size() == kept_) {
      whole_ = whole_ && parts.earlier.empty();
      parts.earlier.swap(parts.latest);
      parts.latest.clear();
    }
    parts.latest.push_back(record);
  }
  template <class Record>
  static const std::vector<Record>& of(const Parts<Record>& parts) {
    if (!parts.earlier.empty()) throw std::logic_error("records are read before they are closed");
    return parts.latest;
  }
  template <class Record>
  static void join(Parts<Record>& parts) {
    parts.latest.insert(parts.latest.begin(), parts.earlier.begin(), parts.earlier.end());
    parts.earlier.clear();
  }

  std::size_t kept_;
  bool whole_ = true;
  bool complete_ = true;
  Parts<TaskRecord> tasks_;
  Parts<JobRecord> jobs_;
  Parts<InterruptRecord> interrupts_;
};

}  // namespace explain
}  // namespace gantry
