// SPDX-License-Identifier: Apache-2.0
// The register map of task_scheduler_regs.h: what a driver reads and writes, and what it gets told when it is wrong.
// Whoever does what is written is a RegisterOwner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/device/device_errors.h"
#include "gantry/device/device_facts.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/memory_map.h"

namespace gantry {
inline namespace device {

class RegisterOwner {
 public:
  virtual ~RegisterOwner() = default;
  virtual void ring_is(QueueId queue, const DescriptorRing& ring) = 0;
  /// All descriptors before `tail`, counted from the queue's first, can be fetched.
  virtual void doorbell(QueueId queue, std::uint64_t tail, Cycle visible) = 0;
  /// Everything begins anew, these registers included.
  virtual void reset(Cycle visible) = 0;
  /// The job of the token is over.
  virtual void completion(std::uint32_t token, std::uint32_t status, Cycle visible) = 0;
  [[nodiscard]] virtual std::uint64_t live_tasks() const = 0;
  [[nodiscard]] virtual std::uint64_t tasks_completed() const = 0;
  [[nodiscard]] virtual std::uint64_t oldest_unfinished() const = 0;
};

class DeviceRegisters {
 public:
  DeviceRegisters(DeviceFacts facts, RegisterOwner& owner);

  /// `size` bytes at `offset`, 4 or 8 and a multiple of that; false: they are not, which is an unknown register, too.
  bool read(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible);
  /// Any bytes as they stand, for debuggers: nothing changes, and where no register is zeros are.
  void peek(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible) const;
  /// Doorbells and completions are seen from cycle `visible` on.
  bool write(std::uint64_t offset, const std::uint8_t* data, std::size_t size, Cycle visible);

  /// As they were at the begin.
  void reset();

  // What happens in the scheduler.
  void note(gantry_ts_error kind, std::uint64_t about);
  void task_done(std::uint32_t number, std::uint32_t flags);
  /// All descriptors of the queue before `head` have been fetched.
  void fetched(QueueId queue, std::uint64_t head);

  /// Level of the interrupt wire.
  [[nodiscard]] bool interrupt() const { return (interrupts() & mask_) != 0; }
  [[nodiscard]] std::uint64_t message_address() const { return message_address_; }
  /// Errors that were noted elsewhere interrupt, too.
  [[nodiscard]] DeviceErrors& errors() { return errors_; }

 private:
  struct Queue {
    DescriptorRing ring;
    bool based = false;  ///< its base has been written
    std::uint64_t tail = 0;
    std::uint64_t head = 0;
    std::uint64_t announced = 0;
    [[nodiscard]] bool full() const { return ring.entries != 0 && tail - head == ring.entries; }
  };
  /// A register of 8 bytes and which of them are written.
  struct Written {
    std::uint64_t offset = 0;
    std::uint64_t value = 0;
    std::uint64_t mask = ~std::uint64_t{0};
    [[nodiscard]] bool low() const { return (mask & 1) != 0; }
    [[nodiscard]] bool high() const { return mask >> 32 != 0; }
    [[nodiscard]] std::uint64_t over(std::uint64_t old) const { return (old & ~mask) | value; }
  };

  /// Nothing: no register.
  [[nodiscard]] std::optional<std::uint64_t> value_at(std::uint64_t offset, Cycle visible) const;
  [[nodiscard]] std::optional<std::uint64_t> queue_value_at(std::uint64_t offset) const;
  [[nodiscard]] std::uint64_t error_value_at(std::uint64_t offset) const;
  [[nodiscard]] bool is_set_up(const Queue& queue) const;
  void write_at(const Written& written, Cycle visible);
  void write_queue(const Written& written, Cycle visible);
  void write_tail(QueueId id, std::uint32_t tail, Cycle visible);
  void announce(QueueId id, Cycle visible);
  void pop_done();
  [[nodiscard]] bool enabled() const;
  [[nodiscard]] std::uint64_t interrupts() const;
  [[nodiscard]] std::uint64_t status() const;

  const DeviceFacts facts_;
  RegisterOwner& owner_;
  DeviceErrors errors_;
  std::vector<Queue> queues_;
  std::uint64_t control_ = 0;
  std::uint64_t interrupts_ = 0;  ///< but for errors
  std::uint64_t mask_ = 0;
  std::uint64_t message_address_ = 0;
  std::uint64_t seen_errors_ = 0;  ///< of DeviceErrors::total, those whose interrupt has been cleared
  Ring<std::uint64_t> done_;
  std::uint64_t popped_;
};

}  // namespace device
}  // namespace gantry
