// SPDX-License-Identifier: Apache-2.0
// The records of a run, or of its last part, kept for explanations.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gantry/explain/message_holds.h"
#include "gantry/scheduler/records.h"

namespace gantry {
inline namespace explain {

class RunHistory final : public RecordSink {
 public:
  static constexpr std::size_t kAll = ~std::size_t{0};

  /// Keeps at least the last `kept` tasks, jobs and interrupts, and at most twice as many.
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

  /// Sets the times in which faults of the interconnect held messages up.
  void keep_holds(std::vector<PacketHold> holds) { holds_ = MessageHolds(std::move(holds)); }

  /// Ends the history, after the last record. Required before the accessors below.
  void close() {
    put_in_order(tasks_);
    put_in_order(jobs_);
    put_in_order(interrupts_);
  }
  /// Whether all records are kept.
  [[nodiscard]] bool whole() const { return whole_; }
  /// Whether no task is unfinished.
  [[nodiscard]] bool complete() const { return complete_; }
  // In order of completion; interrupts in the order in which they were taken. Throw std::logic_error before close().
  [[nodiscard]] const std::vector<TaskRecord>& tasks() const { return of(tasks_); }
  [[nodiscard]] const std::vector<JobRecord>& jobs() const { return of(jobs_); }
  [[nodiscard]] const std::vector<InterruptRecord>& interrupts() const { return of(interrupts_); }
  [[nodiscard]] const MessageHolds& holds() const { return holds_; }

 private:
  /// Records in one block of memory with two halves of `kept_` each. When both are full, the older half is dropped and
  /// overwritten. So a long run touches no more memory than a short one.
  template <class Record>
  struct Kept {
    std::vector<Record> records;
    std::size_t next = 0;  ///< next position to write, once all are used
    std::size_t gone = 0;  ///< from `next` on: dropped records that are not overwritten yet
  };
  template <class Record>
  void keep(Kept<Record>& kept, const Record& record) {
    std::vector<Record>& records = kept.records;
    if (records.size() / 2 < kept_) {  // includes kAll
      if (records.empty() && kept_ != kAll) records.reserve(2 * kept_);
      return records.push_back(record);
    }
    if (kept.gone == 0) {
      whole_ = false;
      kept.next %= records.size();
      kept.gone = kept_;
    }
    records[kept.next++] = record;
    --kept.gone;
  }
  template <class Record>
  static const std::vector<Record>& of(const Kept<Record>& kept) {
    if (kept.next != 0 || kept.gone != 0) throw std::logic_error("records are read before they are closed");
    return kept.records;
  }
  template <class Record>
  static void put_in_order(Kept<Record>& kept) {
    const auto next = kept.records.begin() + static_cast<std::ptrdiff_t>(kept.next);
    const auto oldest = kept.records.erase(next, next + static_cast<std::ptrdiff_t>(kept.gone));
    std::rotate(kept.records.begin(), oldest, kept.records.end());
    kept.next = kept.gone = 0;
  }

  std::size_t kept_;
  bool whole_ = true;
  bool complete_ = true;
  Kept<TaskRecord> tasks_;
  Kept<JobRecord> jobs_;
  Kept<InterruptRecord> interrupts_;
  MessageHolds holds_;
};

}  // namespace explain
}  // namespace gantry
