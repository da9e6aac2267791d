// SPDX-License-Identifier: Apache-2.0
// What every implementation of the task cache keeps: the queues with their doorbells, reads and cached tasks, and the
// stamps and counters that follow from them. TaskCache decides by itself; another implementation stands behind the
// block's pins (tb/pins).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/ring.h"
#include "gantry/kernel/fast_forward/participant.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/scheduler/burst_window.h"
#include "gantry/scheduler/head_of_line.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/reserved_pool.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

/// The surroundings of a task cache. References outlive it.
struct TaskCacheParts {
  const TaskCacheConfig& config;
  const DescriptorConfig& descriptor;
  TaskTable& tasks;
  const MemoryMap& memory;
  SchedulerLinks& links;
  HeadOfLine& head_of_line;
};

class TaskCacheBase : public Unit, public Receiver, public Participant {
 public:
  void connect(SendPort port) { port_ = port; }
  /// For observers.
  [[nodiscard]] Link<Message>& inbox() { return inbox_; }
  [[nodiscard]] SendPort& outlet() { return port_; }
  /// Doorbells and descriptors.
  void receive(const Message& message, Cycle visible) override;
  [[nodiscard]] bool only_repeats() const override { return links_.cache_updates.empty(); }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  explicit TaskCacheBase(const TaskCacheParts& parts);

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
    std::uint64_t head = 0;  ///< position of the next descriptor to be read
    std::uint64_t tail = 0;  ///< moved by the host's doorbell
    std::uint32_t reads_in_flight = 0;
    Ring<Rung> doorbells;      ///< of descriptors that are still to be read
    Ring<Stored> stored;       ///< descriptors whose read has begun and whose task is not registered
    std::size_t in_order = 0;  ///< number of the first of `stored` that have all arrived
    std::size_t shown = 0;     ///< number of the first of `stored` that the decomposer has been sent
    bool more_cached = false;  ///< in_order > shown; in HeadOfLine, or in more_cached_changed_
  };

  /// The causes for which any queue waits.
  struct Waiting {
    bool room = false;
    bool read = false;
    bool burst = false;  ///< for its first
    std::uint64_t reads = 0;
  };

  void take_message(const Message& message, Cycle now);
  void take_update(const CacheUpdate& update, Cycle now);
  void begin_read(QueueId id, Cycle now);
  void send(const Burst& burst, Cycle now);
  /// Counts changes of the cycle before, which the decomposer sees in this one.
  void publish_more_cached(Cycle now);
  /// At the end of a cycle, for a queue of busy_: adds what it waits for to `waiting`; an idle queue leaves busy_.
  void settle(QueueId id, Waiting& waiting);
  void update_gauges(const Waiting& waiting, Cycle now);
  /// Some change is to be published in the next cycle.
  [[nodiscard]] bool has_to_publish() const { return !more_cached_changed_.empty(); }

  const TaskCacheConfig config_;
  TaskTable& tasks_;
  const MemoryMap& memory_;
  SchedulerLinks& links_;
  Link<Message> inbox_;
  std::vector<Queue> queues_;
  BitSet busy_;         ///< queues with something to read, being read or to show
  BurstWindow bursts_;  ///< of descriptors, by place in their ring
  ReservedPool room_;

 private:
  void take_descriptor(const DescriptorData& descriptor, Cycle now);
  /// Takes out what has turned out to be no task.
  void count_in_order(QueueId id);

  const DescriptorConfig descriptor_;
  HeadOfLine& head_of_line_;
  SendPort port_;
  ClassQueues numbers_;
  std::vector<QueueId> more_cached_changed_;  ///< in the last cycle; counted from when the decomposer sees its heads
  Gauge& occupancy_;
  Gauge& reads_;
  Gauge& stall_room_;
  Gauge& stall_reads_;
  Gauge& stall_bursts_;
  std::uint64_t& descriptors_;
};

}  // namespace scheduler
}  // namespace gantry
