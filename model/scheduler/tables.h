// SPDX-License-Identifier: Apache-2.0
// Tables of live tasks and jobs. Slots are used again after completion, so memory does not grow with the number of
// finished tasks. Every field has one writer. The host creates tasks, the dispatcher creates jobs, and the state
// monitor ends both.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/part_ref.h"
#include "gantry/scheduler/records.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace scheduler {

/// A part that a job reads or writes.
struct JobPart {
  PartRef ref;
  bool written = false;         ///< by this job; else it reads the part
  bool through = false;         ///< written: to global memory as well, because the directory has no place for it
  std::uint32_t from = kNone;   ///< read: store that the job's message names; kNone: global memory
  std::uint32_t entry = kNone;  ///< processors: its entry in the store; kNone: none
  std::uint64_t stay = 0;       ///< processors: number of the stay there
};

struct LiveTask {
  // Written by the host.
  Task task;
  std::uint64_t data_address = 0;  ///< address of the input of job 0; outputs follow all inputs
  std::vector<ObjectRef> reads;    ///< as Task::reads
  std::vector<ObjectRef> writes;   ///< as Task::writes
  // Created by the host. The block of a station writes its stamp.
  TaskRecord record;
  // Written by the state monitor.
  std::uint32_t jobs_completed = 0;  ///< includes failed ones
  std::uint32_t jobs_failed = 0;     ///< lost for good
  std::uint32_t answers_owed = 0;    ///< attempts that counted as lost and may still be at processors
  bool over = false;                 ///< recorded as done or failed; kept for those attempts
};

struct LiveJob {
  // Created by the dispatcher. The block of a station writes its stamp.
  JobRecord record;
  // Written by the dispatcher.
  TaskRef task = kNone;
  // Written by the processors.
  bool answers_failed = false;  ///< its completion says that it has failed
  // Made by the dispatcher, filled by the directory, used by the processors.
  std::vector<JobPart> parts;  ///< those that it reads, then those that it writes
};

/// A table whose slots are reused; references to elements stay valid only until the next allocate().
template <class T>
class SlotTable {
  template <class>
  friend struct gantry::Archived;

 public:
  /// Returns a free slot, which keeps its old content. The table grows if none is free.
  std::uint32_t allocate() {
    if (free_.empty()) {
      slots_.emplace_back();
      used_.push_back(true);
      ++live_;
      return static_cast<std::uint32_t>(slots_.size() - 1);
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    used_[slot] = true;
    ++live_;
    return slot;
  }
  /// Frees a slot. Its content stays until the slot is allocated and written again. Precondition: it is used.
  void release(std::uint32_t slot) {
    used_[slot] = false;
    free_.push_back(slot);
    --live_;
  }
  [[nodiscard]] T& operator[](std::uint32_t slot) { return slots_[slot]; }
  [[nodiscard]] const T& operator[](std::uint32_t slot) const { return slots_[slot]; }
  /// Number of used slots.
  [[nodiscard]] std::uint32_t live() const { return live_; }

  /// Calls `visit(slot)` for every used slot, in ascending order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
      if (used_[slot]) visit(slot);
    }
  }

 private:
  std::vector<T> slots_;
  std::vector<bool> used_;
  std::vector<std::uint32_t> free_;
  std::uint32_t live_ = 0;
};

using TaskTable = SlotTable<LiveTask>;
using JobTable = SlotTable<LiveJob>;

}  // namespace scheduler
}  // namespace gantry
