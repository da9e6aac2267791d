// SPDX-License-Identifier: Apache-2.0
// The task cache: reads descriptors ahead from the queues in global memory while head and tail differ and there is
// room, several at a time, and shows the first of each queue to the decomposer. Source 004 [0051], [0139]-[0140].
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/kernel/retry_part.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/scheduler/burst_window.h"
#include "gantry/scheduler/head_of_line.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/pin_engine.h"
#include "gantry/scheduler/reserved_pool.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

class TaskCache final : public Unit, public Receiver, public RetryPart {
 public:
  TaskCache(const TaskCacheConfig& config, const DescriptorConfig& descriptor, TaskTable& tasks,
            const MemoryMap& memory, SchedulerLinks& links, HeadOfLine& head_of_line);

  void connect(SendPort port) { port_ = port; }
  /// From now on, which is before the first cycle, `engine` computes what is sent and when; it outlives the last cycle.
  void use(PinEngine* engine) { engine_.take(engine); }
  /// For those who listen.
  [[nodiscard]] Link<Message>& inbox() { return inbox_; }
  [[nodiscard]] SendPort& outlet() { return port_; }
  /// Doorbells and descriptors.
  void receive(const Message& message, Cycle visible) override;
  [[nodiscard]] bool only_retries() const override { return links_.cache_updates.empty(); }
  [[nodiscard]] bool may_skip() const override { return !engine_.taken(); }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  /// A doorbell: all positions before `tail` can be read since cycle `seen`.
  struct Rung {
    std::uint64_t tail = 0;
    Cycle seen = 0;
  };
  struct Stored {
    TaskRef task = kNone;  ///< kNone: not yet there, or no task
    bool there = false;
    Cycle rung = 0;
    Cycle asked = 0;
  };
  struct Queue {
    std::uint64_t head = 0;  ///< next descriptor to ask memory for
    std::uint64_t tail = 0;  ///< moved by the host's doorbell
    std::uint32_t reads_in_flight = 0;
    Ring<Rung> doorbells;      ///< that tell of what is not asked for yet
    Ring<Stored> stored;       ///< asked for and not yet registered
    std::size_t in_order = 0;  ///< of these, all before it are there
    std::size_t shown = 0;     ///< of these, the first so many are shown
    bool more_cached = false;  ///< some are there that are not shown; in HeadOfLine, or in more_cached_changed_
  };

  /// What waits for what, over all queues.
  struct Waiting {
    bool room = false;
    bool read = false;
    bool burst = false;  ///< for its first
    std::uint64_t reads = 0;
  };

  /// Between the links and the engine, keeping the books.
  Cycle step_engine(Cycle now);
  void hear(const Message& message);
  void take_head(const QueueHead& head, Cycle now);
  void take_read(const DescriptorRead& read, Cycle now);
  void take_message(const Message& message, Cycle now);
  void take_descriptor(const DescriptorData& descriptor, Cycle now);
  /// Takes out what has turned out to be no task.
  void count_in_order(QueueId id);
  void take_update(const CacheUpdate& update, Cycle now);
  void read_ahead(Cycle now);
  void begin_read(QueueId id, Cycle now);
  void ask_for_burst(Cycle now);
  void send(const Burst& burst, Cycle now);
  void show(QueueId id, Cycle now);
  void note_more_cached(QueueId id);
  void publish_more_cached(Cycle now);
  void count(QueueId id, Waiting& waiting) const;
  void update_gauges(const Waiting& waiting, Cycle now);
  [[nodiscard]] bool may_show(const Queue& queue) const;
  [[nodiscard]] bool wants_read(QueueId id) const;

  TaskCacheConfig config_;
  DescriptorConfig descriptor_;
  TaskTable& tasks_;
  const MemoryMap& memory_;
  SchedulerLinks& links_;
  HeadOfLine& head_of_line_;
  SendPort port_;
  Link<Message> inbox_;
  ClassQueues numbers_;
  std::vector<Queue> queues_;
  BitSet busy_;         ///< queues with something to read, being read or to show
  BurstWindow bursts_;  ///< of descriptors, by place in their ring
  ReservedPool room_;
  std::vector<QueueId> more_cached_changed_;  ///< in the last cycle; counted from when the decomposer sees its heads
  std::uint32_t next_queue_ = 0;
  EnginePlace engine_;
  Gauge& occupancy_;
  Gauge& reads_;
  Gauge& stall_room_;
  Gauge& stall_reads_;
  Gauge& stall_bursts_;
  std::uint64_t& descriptors_;
};

}  // namespace scheduler
}  // namespace gantry
