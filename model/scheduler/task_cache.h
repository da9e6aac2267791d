// SPDX-License-Identifier: Apache-2.0
// The task cache: reads descriptors ahead from the class queues in global memory while head and tail differ and there
// is room, and shows the head of each queue to the decomposer. Source 004 [0051], [0139]-[0140].
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "gantry/kernel/retry_part.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/interconnect.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/reserved_pool.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

class TaskCache final : public Unit, public Receiver, public RetryPart {
 public:
  TaskCache(const TaskCacheConfig& config, const DescriptorConfig& descriptor, TaskTable& tasks,
            const MemoryMap& memory, SchedulerLinks& links);

  void connect(SendPort port) { port_ = port; }
  /// Doorbells and descriptors.
  void receive(const Message& message, Cycle visible) override;
  [[nodiscard]] bool only_retries() const override { return links_.cache_updates.empty(); }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  struct Queue {
    std::uint64_t head = 0;  ///< next descriptor to come from memory
    std::uint64_t tail = 0;  ///< moved by the host's doorbell
    bool reading = false;    ///< one read per queue is under way
    Ring<TaskRef> stored;    ///< read and not yet registered
  };

  void take_message(const Message& message, Cycle now);
  void take_descriptor(const DescriptorData& descriptor, Cycle now);
  void take_update(const CacheUpdate& update, Cycle now);
  void read_ahead(Cycle now);
  [[nodiscard]] bool wants_read(TaskClass cls) const;

  TaskCacheConfig config_;
  DescriptorConfig descriptor_;
  TaskTable& tasks_;
  const MemoryMap& memory_;
  SchedulerLinks& links_;
  SendPort port_;
  Link<Message> inbox_;
  std::array<Queue, kTaskClasses> queues_;
  ReservedPool room_;
  std::uint32_t next_queue_ = 0;
  Gauge& occupancy_;
  Gauge& stall_room_;
  std::uint64_t& descriptors_;
};

}  // namespace scheduler
}  // namespace gantry
