// SPDX-License-Identifier: Apache-2.0
// State shared by all backends of the decomposer: the visible tasks of each queue, slots with their timers, stamps and
// counters. Decomposer is our backend; another one is behind the block's pins (tb/pins).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/ring.h"
#include "gantry/kernel/fast_forward/participant.h"
#include "gantry/kernel/unit.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/head_of_line.h"
#include "gantry/scheduler/register_file.h"
#include "gantry/scheduler/reserved_pool.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

struct TaskCacheConfig;

/// Everything that a decomposer is connected to. All references must outlive it.
struct DecomposerParts {
  const DecomposerConfig& config;
  const TaskCacheConfig& cache;
  TaskTable& tasks;
  RegisterFile& registers;
  SchedulerLinks& links;
  HeadOfLine& head_of_line;
  bool early_registration = false;
};

class DecomposerBase : public Unit, public Participant {
  template <class>
  friend struct gantry::Archived;

 public:
  [[nodiscard]] std::string state() const override;
  void verify() const override;

  [[nodiscard]] bool only_repeats() const override;
  /// Visits the TaskCounts of all visible tasks and of all tasks in registers.
  void visit_other_counts(CountVisitor& visitor) override;

 protected:
  explicit DecomposerBase(const DecomposerParts& parts);

  /// Progress of a visible task: a query or registration is still to be sent, or its answer is awaited.
  enum class HeadState : std::uint8_t { to_query, querying, to_register, registering };
  /// A visible task.
  struct Head {
    HeadState state = HeadState::to_query;
    TaskRef task = kNone;
    bool early = false;  ///< registering, and its predecessors are not known to be done
  };
  /// The split or the retry delay of a slot, which ends in cycle `due`.
  struct Timer {
    Cycle due = 0;
    std::uint32_t slot = 0;
  };

  void take_head(const QueueHead& head, Cycle now);
  void take_answer(const MonitorAnswer& answer, Cycle now);
  /// Removes a task that has been registered or cancelled from the visible ones of its queue.
  Head remove_head(const MonitorAnswer& answer, Cycle now);
  /// Removes a registered task from its queue. A task with jobs takes a register, and its split begins.
  void take_registration(const MonitorAnswer& answer, Cycle now);
  /// Starts the retry delay of a slot whose match failed with `jobs_left` jobs.
  void take_failure(std::uint32_t slot, std::uint32_t jobs_left, Cycle now);
  /// Frees the register of a slot whose jobs are all sent. Returns the update for the task cache.
  CacheUpdate take_all_sent(std::uint32_t slot, Cycle now);
  /// Whether the task's next request can be sent. A registration of a task with jobs needs a free slot of its class.
  [[nodiscard]] bool can_ask(const Head& head, TaskClass cls) const;
  /// Whether a task may be registered before its predecessors are known to be done. A task with jobs needs a slot that
  /// no class has of its own, and such tasks together have at most half of the slots.
  [[nodiscard]] bool early_room(TaskClass cls) const {
    if (!early_registration_) return false;
    return cls == TaskClass::event || (slots_.has_shared() && early_slots_ < config_.slots / 2);
  }
  /// Sends the query or the registration of a visible task. Precondition: can_ask.
  void ask(QueueId id, Head& head, Cycle now);
  /// Moves slots whose split ends in this cycle to `requests_`.
  void finish_splits(Cycle now);
  /// Counts a scheduling request that is repeated after a failed match.
  void count_retry() { ++retry_count_; }
  /// Returns whether a query or a registration can be sent.
  bool update_gauges(Cycle now);
  [[nodiscard]] TaskClass class_of(QueueId id) const { return numbers_.cls(id); }

  const DecomposerConfig config_;
  TaskTable& tasks_;
  RegisterFile& registers_;
  SchedulerLinks& links_;
  std::vector<std::vector<Head>> heads_;  ///< visible tasks by queue, the oldest first
  BitSet with_heads_;                     ///< queues with a visible task
  Ring<Timer> splits_;                    ///< slots being split, in order of `due`: the split time is constant
  Ring<Timer> requests_;                  ///< slots that are split and not yet requested
  Ring<Timer> retries_;                   ///< slots in their retry delay, in order of `due`

 private:
  [[nodiscard]] bool any_can_ask() const;
  void register_early(QueueId id, Head& head, Cycle now);

  const bool early_registration_;
  std::uint32_t early_slots_ = 0;  ///< slots of tasks that were registered early
  HeadOfLine& head_of_line_;
  ReservedPool slots_;
  ClassQueues numbers_;
  Gauge& occupancy_;
  Gauge& stall_predecessors_;
  Gauge& stall_slots_;
  std::uint64_t& queries_;
  std::uint64_t& retry_count_;
};

}  // namespace scheduler
}  // namespace gantry
