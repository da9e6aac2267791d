// SPDX-License-Identifier: Apache-2.0
// The directory's knowledge of the next job of a task, for policies that choose a processor.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/scheduler/data_directory_base.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {
inline namespace scheduler {

class JobPlaces final : public LocalBytes {
 public:
  JobPlaces(DataDirectoryBase& directory, const TaskTable& tasks) : directory_(directory), tasks_(tasks) {}

  /// Returns the knowledge about a job when cycle `now` begins. It is valid until the next call. nullptr: the task
  /// reads no object.
  [[nodiscard]] const LocalBytes* of(TaskRef task, std::uint32_t job, Cycle now) {
    if (tasks_[task].reads.empty()) return nullptr;
    task_ = task;
    job_ = job;
    now_ = now;
    listed_ = false;
    return this;
  }

  [[nodiscard]] std::uint64_t at(ProcessorId p) const override {
    const StoreId store = directory_.stores().of(p);
    if (store == kNone) return 0;
    if (!listed_) directory_.table().list_parts(tasks_[task_], job_, parts_);
    listed_ = true;
    return directory_.bytes_in(parts_, store, now_);
  }

 private:
  DataDirectoryBase& directory_;
  const TaskTable& tasks_;
  TaskRef task_ = kNone;
  std::uint32_t job_ = 0;
  Cycle now_ = 0;
  mutable bool listed_ = false;
  mutable std::vector<JobPart> parts_;
};

}  // namespace scheduler
}  // namespace gantry
