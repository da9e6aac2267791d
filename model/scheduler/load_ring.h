// SPDX-License-Identifier: Apache-2.0
// The ring in which processors keep what is loaded into them, as the dispatcher's loader sees it: one for all. A task
// takes its room before it is matched, and gives it back when it and all tasks before it in the ring have ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/loader_config.h"

namespace gantry {
inline namespace scheduler {

class LoadRing {
 public:
  explicit LoadRing(const LoaderConfig& config) : bytes_(config.ring_bytes), entries_(config.ring_entries) {}

  /// Whether the ring has a limit. Without one no other function may be called.
  [[nodiscard]] bool on() const { return bytes_ > 0 || entries_ > 0; }

  /// Asks in cycle `now` for the room of a task's jobs, `bytes` in all. Returns whether the task has it, from now or
  /// from before; if not, it waits in the order of the calls. Precondition: `bytes` is at most
  /// LoaderConfig::ring_bytes, or that is 0.
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
  /// Returns the cycle from which on a task with room has waited for it; kNever: it has not.
  [[nodiscard]] Cycle waited_from(TaskRef task) const {
    return parts_[static_cast<std::size_t>(number_[task] - first_)].asked;
  }
  /// A job of a task with room has ended.
  void job_ended(TaskRef task) {
    Part& part = parts_[static_cast<std::size_t>(number_[task] - first_)];
    if (--part.jobs > 0) return;
    number_[task] = 0;
    for (; !parts_.empty() && parts_.front().jobs == 0; ++first_) used_ -= parts_.pop().bytes;
  }
  /// Returns a task that waited and has room now; kNone: none.
  TaskRef admit() {
    if (waits_.empty() || !fits(waits_.front().bytes)) return kNone;
    const Part part = waits_.pop();
    add(part);
    return part.task;
  }

 private:
  struct Part {
    TaskRef task = kNone;
    std::uint32_t jobs = 0;  ///< that have not ended
    std::uint64_t bytes = 0;
    Cycle asked = kNever;  ///< if it had to wait
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
  std::vector<std::uint64_t> number_;  ///< by task: of its part; 0: it has none
  Ring<Part> waits_;                   ///< for room, in order of their requests
};

}  // namespace scheduler
}  // namespace gantry
