// SPDX-License-Identifier: Apache-2.0
// The decomposer: asks for predecessors, registers the tasks at each queue's head, pre-splits registered tasks in
// parallel slots, and sends scheduling requests; after a matching failure it asks again. Source 004 [0054]-[0057],
// [0073]-[0091], [0099], [0138].
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/kernel/retry_part.h"
#include "gantry/kernel/unit.h"
#include "gantry/scheduler/head_of_line.h"
#include "gantry/scheduler/pin_engine.h"
#include "gantry/scheduler/register_file.h"
#include "gantry/scheduler/reserved_pool.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

class Decomposer final : public Unit, public RetryPart {
 public:
  Decomposer(const DecomposerConfig& config, const TaskCacheConfig& cache, TaskTable& tasks, RegisterFile& registers,
             SchedulerLinks& links, HeadOfLine& head_of_line);

  /// From now on, which is before the first cycle, `engine` computes what is sent and when; it outlives the last cycle.
  void use(PinEngine* engine);

  [[nodiscard]] std::string state() const override;
  void verify() const override;

  [[nodiscard]] bool only_retries() const override;
  [[nodiscard]] bool may_skip() const override { return !engine_.taken(); }
  void append_signature(Cycle now, std::vector<std::uint64_t>& signature) const override;
  void shift(const SkippedStretch& stretch) override;

 protected:
  Cycle step(Cycle now) override;

 private:
  /// What a task at the head of a queue is waiting for.
  enum class HeadState : std::uint8_t { to_query, querying, to_register, registering };
  struct Head {
    HeadState state = HeadState::to_query;
    TaskRef task = kNone;
  };
  struct Queue {
    std::vector<Head> heads;  ///< that it is shown, the oldest first
  };
  /// A slot whose split or retry delay ends in cycle `due`.
  struct Timer {
    Cycle due = 0;
    std::uint32_t slot = 0;
  };

  /// Between the links and the engine, keeping the books.
  Cycle step_engine(Cycle now);
  void take_question(const MonitorRequest& request, Cycle now);
  void take_request(const ScheduleRequest& request, Cycle now);
  void send(const CacheUpdate& update, Cycle now) {
    if (engine_.taken()) {
      updates_due_.push_back(update);
    } else {
      links_.cache_updates.send(update, now);
    }
  }
  void take_cache_update(const CacheUpdate& update, Cycle now);
  void take_head(const QueueHead& head, Cycle now);
  void take_registration(const MonitorAnswer& answer, Cycle now);
  void take_verdict(const ScheduleVerdict& verdict, Cycle now);
  void ask_monitor(Cycle now);
  void ask(QueueId id, Head& head, Cycle now);
  void finish_splits(Cycle now);
  void send_request(Cycle now);
  void take_answer(const MonitorAnswer& answer, Cycle now);
  bool count_stalls(Cycle now);
  /// Of a slot that a verdict names.
  [[nodiscard]] std::uint32_t register_of(std::uint32_t slot) const {
    return engine_.taken() ? registers_of_[slot] : slot;
  }
  /// The oldest of a queue that has something to ask the monitor for; nullptr: none has.
  [[nodiscard]] Head* first_to_ask(QueueId id);
  [[nodiscard]] bool can_ask(const Head& head, TaskClass cls) const;
  [[nodiscard]] bool any_can_ask() const;

  DecomposerConfig config_;
  TaskTable& tasks_;
  RegisterFile& registers_;
  SchedulerLinks& links_;
  HeadOfLine& head_of_line_;
  ReservedPool slots_;
  ClassQueues numbers_;
  std::vector<Queue> queues_;
  BitSet with_heads_;  ///< queues that show some
  QueueId next_queue_ = 0;
  Ring<Timer> splits_;    ///< in order of due, since the split time is constant
  Ring<Timer> requests_;  ///< split, not yet requested
  Ring<Timer> retries_;
  EnginePlace engine_;
  std::vector<CacheUpdate> updates_due_;     ///< that the engine has not said
  std::vector<std::uint32_t> registers_of_;  ///< by the engine's number of a slot; kNone: none
  Gauge& occupancy_;
  Gauge& stall_predecessors_;
  Gauge& stall_slots_;
  std::uint64_t& queries_;
  std::uint64_t& retry_count_;
};

}  // namespace scheduler
}  // namespace gantry
