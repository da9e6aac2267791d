// SPDX-License-Identifier: Apache-2.0
// State shared by all backends of the task cache: the queues with their doorbells, reads and cached tasks, stamps and
// counters. TaskCache is our backend; another one is behind the block's pins (tb/pins).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/ring.h"
#include "gantry/kernel/fast_forward/participant.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/scheduler/burst_window.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/head_of_line.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/reserved_pool.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/tables.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace scheduler {

/// Everything that a task cache is connected to. All references must outlive it.
struct TaskCacheParts {
  const TaskCacheConfig& config;
  const DescriptorConfig& descriptor;
  TaskTable& tasks;
  const MemoryMap& memory;
  SchedulerLinks& links;
  HeadOfLine& head_of_line;
};

class TaskCacheBase : public Unit, public Receiver, public Participant {
  template <class>
  friend struct gantry::Archived;

 public:
  void connect(SendPort port) { port_ = port; }
  /// Descriptors come from the host, one for each slot that a queue may take. Every slot that a queue frees is reported
  /// over `credits`, `cycles` later. Before the first cycle.
  virtual void return_credits(Link<QueueId>& credits, Cycle cycles);
  // For observers: the inbox of doorbells and descriptors, and the port of reads.
  [[nodiscard]] Link<Message>& inbox() { return inbox_; }
  [[nodiscard]] SendPort& outlet() { return port_; }
  /// Accepts a doorbell or a burst of a descriptor in any state.
  void receive(const Message& message, Cycle visible) override;
  [[nodiscard]] bool only_repeats() const override { return links_.cache_updates.empty(); }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  explicit TaskCacheBase(const TaskCacheParts& parts);

  /// A doorbell: all positions before `tail` can be read from cycle `seen` on.
  struct Rung {
    std::uint64_t tail = 0;
    Cycle seen = 0;
  };
  /// A descriptor whose read has begun.
  struct Stored {
    TaskRef task = kNone;  ///< kNone: not yet arrived, or the descriptor is no task
    bool there = false;    ///< the descriptor has arrived
    Cycle rung = 0;        ///< cycle in which its doorbell was received
    Cycle asked = 0;       ///< cycle in which its read began
  };
  /// Positions count the descriptors of a queue from its first one.
  struct Queue {
    std::uint64_t head = 0;  ///< position of the next descriptor to read
    std::uint64_t tail = 0;  ///< end of the written positions, moved by doorbells
    std::uint32_t reads_in_flight = 0;
    Ring<Rung> doorbells;      ///< doorbells of descriptors that are still to be read
    Ring<Stored> stored;       ///< descriptors whose read has begun and whose task is not registered
    std::size_t in_order = 0;  ///< length of the longest prefix of `stored` that has arrived completely
    std::size_t shown = 0;     ///< length of the prefix of `stored` that the decomposer sees
    bool more_cached = false;  ///< in_order > shown; in HeadOfLine, or in more_cached_changed_
  };

  /// Stall causes of all queues together, and the reads in flight.
  struct Waiting {
    bool room = false;   ///< a queue waits for a cache slot
    bool read = false;   ///< a queue is at its limit of reads in flight
    bool burst = false;  ///< a queue waits to send the first burst of a read
    std::uint64_t reads = 0;
  };

  void take_message(const Message& message, Cycle now);
  void take_update(const CacheUpdate& update, Cycle now);
  void begin_read(QueueId id, Cycle now);
  void send(const Burst& burst, Cycle now);
  /// Writes changes of the last cycle to HeadOfLine: the decomposer sees them in this cycle.
  void publish_more_cached(Cycle now);
  /// At the end of a cycle, for a queue of `busy_`: adds its stall causes to `waiting`, or removes an idle queue from
  /// `busy_`.
  void settle(QueueId id, Waiting& waiting);
  void update_gauges(const Waiting& waiting, Cycle now);
  /// Whether publish_more_cached has to run in the next cycle.
  [[nodiscard]] bool has_to_publish() const { return !more_cached_changed_.empty(); }

  const TaskCacheConfig config_;
  TaskTable& tasks_;
  const MemoryMap& memory_;
  SchedulerLinks& links_;
  Link<Message> inbox_;
  std::vector<Queue> queues_;
  BitSet busy_;         ///< queues with a descriptor to read or in flight, or a task to show
  BurstWindow bursts_;  ///< reads of descriptors, by MemoryMap::ring_place
  ReservedPool room_;   ///< cache slots, by queue

 private:
  void take_descriptor(const DescriptorData& descriptor, Cycle now);
  /// The answer of memory was an error.
  void read_again(const DescriptorData& descriptor, Cycle now);
  void take_pushed(const DescriptorPush& push, Cycle now);
  /// Updates `in_order`, and removes descriptors that are no task.
  void count_in_order(QueueId id);

  const DescriptorConfig descriptor_;
  HeadOfLine& head_of_line_;
  SendPort port_;
  Link<QueueId>* credits_ = nullptr;  ///< to the host, if that pushes descriptors
  Cycle credit_cycles_ = 1;
  ClassQueues numbers_;
  /// Queue and position of descriptors that memory could not read: they never arrive.
  std::vector<std::pair<QueueId, std::uint64_t>> unread_;
  std::vector<QueueId> more_cached_changed_;  ///< queues whose more_cached changed in this cycle, not yet published
  Gauge& occupancy_;
  Gauge& reads_;
  Gauge& stall_room_;
  Gauge& stall_reads_;
  Gauge& stall_bursts_;
  std::uint64_t& descriptors_;
};

}  // namespace scheduler
}  // namespace gantry
