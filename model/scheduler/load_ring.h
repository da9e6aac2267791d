// SPDX-License-Identifier: Apache-2.0
// The loader's view of the ring memory that holds loaded programs and settings: one ring for all processors. A task
// reserves capacity before it is matched. It releases the capacity when it and all earlier tasks of the ring have
// completed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/as_index.h"
#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/loader_config.h"

namespace gantry {
inline namespace scheduler {

class LoadRing {
  template <class>
  friend struct gantry::Archived;

 public:
  explicit LoadRing(const LoaderConfig& config) : bytes_(config.ring_bytes), entries_(config.ring_entries) {}

  /// Whether the ring has a limit. Without one no other function may be called.
  [[nodiscard]] bool on() const { return bytes_ > 0 || entries_ > 0; }

  /// Requests in cycle `now` an entry of `bytes` for a task with so many jobs. Returns whether the task has its entry,
  /// from now or from before. Without one it waits, in the order of the calls. Precondition: `bytes` is at most
  /// LoaderConfig::ring_bytes, or that limit is 0.
  bool take(TaskRef task, std::uint32_t jobs, std::uint64_t bytes, Cycle now) {
    if (task >= number_.size()) number_.resize(task + std::size_t{1}, 0);
    if (number_[task] != 0) return true;
    if (!waits_.empty() || !fits(bytes)) {
      waits_.push({task, jobs, bytes, now});
      return false;
    }
    add({task, jobs, bytes, kNever});
    return true;
  }
  /// Returns the cycle in which a task with an entry requested it, if the task had to wait; kNever: it did not.
  [[nodiscard]] Cycle waited_from(TaskRef task) const { return parts_[as_index(number_[task] - first_)].requested; }
  /// A job of a task with an entry has completed.
  void job_ended(TaskRef task) {
    Part& part = parts_[as_index(number_[task] - first_)];
    if (--part.jobs > 0) return;
    number_[task] = 0;
    for (; !parts_.empty() && parts_.front().jobs == 0; ++first_) used_ -= parts_.pop().bytes;
  }
  /// Gives an entry to the oldest waiting task if it fits. Returns the task; kNone: none.
  TaskRef admit() {
    if (waits_.empty() || !fits(waits_.front().bytes)) return kNone;
    const Part part = waits_.pop();
    add(part);
    return part.task;
  }

 private:
  struct Part {
    TaskRef task = kNone;
    std::uint32_t jobs = 0;  ///< that have not completed
    std::uint64_t bytes = 0;
    Cycle requested = kNever;  ///< kNever: it did not wait
  };
  [[nodiscard]] bool fits(std::uint64_t bytes) const {
    return (bytes_ == 0 || bytes_ - used_ >= bytes) && (entries_ == 0 || parts_.size() < entries_);
  }
  void add(const Part& part) {
    number_[part.task] = first_ + parts_.size();
    used_ += part.bytes;
    parts_.push(part);
  }

  const std::uint64_t bytes_;
  const std::uint32_t entries_;
  std::uint64_t used_ = 0;
  Ring<Part> parts_;                   ///< the oldest first
  std::uint64_t first_ = 1;            ///< number of the oldest
  std::vector<std::uint64_t> number_;  ///< by task: of its entry; 0: it has none
  Ring<Part> waits_;                   ///< without an entry, in order of their requests
};

}  // namespace scheduler
}  // namespace gantry
