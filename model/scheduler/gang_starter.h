// SPDX-License-Identifier: Apache-2.0
// Go words of preloaded gangs (docs/timing.md, "Preloaded gangs"): which gangs have been sent completely, and which of
// them may start.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry {
inline namespace scheduler {

class GangStarter {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `slots`: number of decomposer slots.
  GangStarter(const DispatcherConfig& config, std::uint32_t slots)
      : in_turn_(config.go == GangGo::in_turn), picked_(config.preload ? slots : 0) {}

  /// Whether gangs wait for a go. Without it no other function may be called.
  [[nodiscard]] bool on() const { return !picked_.empty(); }

  void job_picked(std::uint32_t slot, ProcessorId processor) { picked_[slot].push_back(processor); }
  /// The last job of the slot's task has left.
  void all_sent(std::uint32_t slot, TaskRef task) {
    std::vector<ProcessorId>& processors = picked_[slot];
    std::sort(processors.begin(), processors.end());
    waiting_.push({task, static_cast<std::uint32_t>(processors.size())});
    for (const ProcessorId p : processors) processors_.push(p);
    processors.clear();
  }
  /// A job of a gang that has started has completed.
  void job_ended() { --running_; }

  /// Gangs that are sent and wait for their go.
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  [[nodiscard]] bool may_start() const { return !waiting_.empty() && (!in_turn_ || running_ == 0); }
  /// Starts the gang that was sent first, and calls `tell(task, processor, jobs)` for each of its processors, in order
  /// of their numbers. Precondition: may_start().
  template <class Tell>
  void start(Tell tell) {
    const Gang gang = waiting_.pop();
    running_ += gang.jobs;
    for (std::uint32_t left = gang.jobs; left > 0;) {
      const ProcessorId processor = processors_.front();
      std::uint32_t jobs = 0;
      for (; left > 0 && processors_.front() == processor; --left, ++jobs) processors_.pop();
      tell(gang.task, processor, jobs);
    }
  }

 private:
  struct Gang {
    TaskRef task = kNone;
    std::uint32_t jobs = 0;
  };
  const bool in_turn_;
  std::vector<std::vector<ProcessorId>> picked_;  ///< by slot: the processor of each job
  Ring<Gang> waiting_;                            ///< in the order in which they were sent
  Ring<ProcessorId> processors_;                  ///< of all waiting gangs, a job each
  std::uint64_t running_ = 0;                     ///< jobs of started gangs that have not completed
};

}  // namespace scheduler
}  // namespace gantry
