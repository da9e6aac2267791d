// SPDX-License-Identifier: Apache-2.0
// What every implementation of the decomposer keeps: the tasks at the heads of queues, slots and their timers, and the
// stamps and counters that follow from them. Decomposer decides by itself; another implementation stands behind the
// block's pins (tb/pins).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/ring.h"
#include "gantry/kernel/fast_forward/participant.h"
#include "gantry/kernel/unit.h"
#include "gantry/scheduler/head_of_line.h"
#include "gantry/scheduler/register_file.h"
#include "gantry/scheduler/reserved_pool.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

/// The surroundings of a decomposer. References outlive it.
struct DecomposerParts {
  const DecomposerConfig& config;
  const TaskCacheConfig& cache;
  TaskTable& tasks;
  RegisterFile& registers;
  SchedulerLinks& links;
  HeadOfLine& head_of_line;
};

class DecomposerBase : public Unit, public Participant {
 public:
  [[nodiscard]] std::string state() const override;
  void verify() const override;

  [[nodiscard]] bool only_repeats() const override;
  /// Counts of all tasks that acting blocks hold: the visible heads of queues, and the tasks in registers.
  void visit_other_counts(CountVisitor& visitor) override;

 protected:
  explicit DecomposerBase(const DecomposerParts& parts);

  /// What a task at the head of a queue is waiting for.
  enum class HeadState : std::uint8_t { to_query, querying, to_register, registering };
  struct Head {
    HeadState state = HeadState::to_query;
    TaskRef task = kNone;
  };
  /// A slot whose split or retry delay ends in cycle `due`.
  struct Timer {
    Cycle due = 0;
    std::uint32_t slot = 0;
  };

  void take_head(const QueueHead& head, Cycle now);
  void take_answer(const MonitorAnswer& answer, Cycle now);
  /// The task leaves the head of its queue. One that has jobs takes a register and its split begins.
  void take_registration(const MonitorAnswer& answer, Cycle now);
  /// Some jobs of the register stayed unmatched: they are requested again.
  void take_failure(std::uint32_t slot, std::uint32_t jobs_left, Cycle now);
  /// All jobs of the register have been sent: it is free. Returns the update of the task cache.
  CacheUpdate take_all_sent(std::uint32_t slot, Cycle now);
  [[nodiscard]] bool can_ask(const Head& head, TaskClass cls) const;
  /// Sends the query or the registration of a head. Precondition: can_ask.
  void ask(QueueId id, Head& head, Cycle now);
  void finish_splits(Cycle now);
  /// A request is sent once more.
  void count_retry() { ++retry_count_; }
  /// Returns whether a request to the monitor can be sent.
  bool update_gauges(Cycle now);
  [[nodiscard]] TaskClass class_of(QueueId id) const { return numbers_.cls(id); }

  const DecomposerConfig config_;
  TaskTable& tasks_;
  RegisterFile& registers_;
  SchedulerLinks& links_;
  std::vector<std::vector<Head>> heads_;  ///< by queue: the tasks that it shows, the oldest first
  BitSet with_heads_;                     ///< queues that show some
  Ring<Timer> splits_;                    ///< in order of due, since the split time is constant
  Ring<Timer> requests_;                  ///< split, not yet requested
  Ring<Timer> retries_;

 private:
  [[nodiscard]] bool any_can_ask() const;

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
