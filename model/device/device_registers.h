// SPDX-License-Identifier: Apache-2.0
// The register map of task_scheduler_regs.h: reads, writes and errors of a driver. A RegisterOwner executes what is
// written.
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

/// What a driver reads about a processor.
struct ProcessorNow {
  std::uint32_t state = 0;  ///< GANTRY_TS_PROCESSOR_...
  std::uint32_t owed = 0;   ///< jobs that were handed over and not answered
  std::uint32_t token = 0;  ///< of the oldest of them; 0: none
  Cycle age = 0;            ///< cycles since that one was handed over
  std::uint64_t ended = 0;  ///< jobs that it has answered
};

class RegisterOwner {
 public:
  virtual ~RegisterOwner() = default;
  /// Sets the ring of a queue.
  virtual void ring_is(QueueId queue, const DescriptorRing& ring) = 0;
  /// All descriptors before position `tail`, counted from the queue's first, can be fetched.
  virtual void doorbell(QueueId queue, std::uint64_t tail, Cycle visible) = 0;
  /// Restarts the device, these registers included.
  virtual void reset(Cycle visible) = 0;
  /// The job with this token has ended. `status` 0: completed, else failed.
  virtual void completion(std::uint32_t token, std::uint32_t status, Cycle visible) = 0;
  /// The processor gets no more jobs, or gets jobs again.
  virtual void switch_processor(ProcessorId processor, bool off, Cycle visible) = 0;
  [[nodiscard]] virtual ProcessorNow processor(ProcessorId processor, Cycle visible) const = 0;
  [[nodiscard]] virtual std::uint64_t live_tasks() const = 0;
  [[nodiscard]] virtual std::uint64_t tasks_completed() const = 0;
  [[nodiscard]] virtual std::uint64_t oldest_unfinished() const = 0;
};

class DeviceRegisters {
 public:
  DeviceRegisters(DeviceFacts facts, RegisterOwner& owner);

  /// Reads a register or an aligned half of it. `size`: bytes, 8 or 4; `offset`: a multiple of `size`. An offset
  /// without a register reads as 0 and is an error GANTRY_TS_UNKNOWN_REGISTER. Any other access is the same error, and
  /// returns false. `visible`: cycle in which the read is seen, the value of GANTRY_TS_CYCLE. Reading the lower half of
  /// GANTRY_TS_DONE_POP takes the next finished task.
  bool read(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible);
  /// Reads any bytes without side effects, for debuggers. Bytes without a register are 0.
  void peek(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible) const;
  /// Writes with the same sizes and errors as read(). A write to a read-only register is an error GANTRY_TS_READ_ONLY
  /// and returns true. Doorbells and completions are seen from cycle `visible` on.
  bool write(std::uint64_t offset, const std::uint8_t* data, std::size_t size, Cycle visible);

  /// Sets all registers to their initial values.
  void reset();

  // Notifications from the scheduler.
  /// As DeviceErrors::note().
  void note(gantry_ts_error kind, std::uint64_t about);
  /// A task is done. `number`: lower half of its host number. `flags`: GANTRY_TS_DONE_... . With DONE_FIFO it is kept
  /// for DONE_POP; if as many as the completion window are kept already, it is an error GANTRY_TS_DONE_OVERFLOW
  /// instead.
  void task_done(std::uint32_t number, std::uint32_t flags);
  /// All descriptors of the queue before position `head` have been fetched.
  void fetched(QueueId queue, std::uint64_t head);

  /// Level of the interrupt wire.
  [[nodiscard]] bool interrupt() const { return (interrupts() & mask_) != 0; }
  /// Address of the messages of completed tasks; 0: none are sent.
  [[nodiscard]] std::uint64_t message_address() const { return message_address_; }
  /// Errors. Those noted by other parts of the device interrupt, too.
  [[nodiscard]] DeviceErrors& errors() { return errors_; }

 private:
  struct Queue {
    DescriptorRing ring;
    bool based = false;  ///< its base has been written
    // Positions, counted from the queue's first descriptor.
    std::uint64_t tail = 0;       ///< end of the written descriptors
    std::uint64_t head = 0;       ///< end of the fetched descriptors
    std::uint64_t announced = 0;  ///< tail of the last doorbell to the scheduler
    [[nodiscard]] bool full() const { return ring.entries != 0 && tail - head == ring.entries; }
  };
  /// A register of 8 bytes, and the bytes that are written.
  struct Written {
    std::uint64_t offset = 0;
    std::uint64_t value = 0;
    std::uint64_t mask = ~std::uint64_t{0};
    [[nodiscard]] bool low() const { return (mask & 1) != 0; }
    [[nodiscard]] bool high() const { return mask >> 32 != 0; }
    [[nodiscard]] std::uint64_t over(std::uint64_t old) const { return (old & ~mask) | value; }
  };

  /// Value of the register at `offset`; nothing: no register.
  [[nodiscard]] std::optional<std::uint64_t> value_at(std::uint64_t offset, Cycle visible) const;
  [[nodiscard]] std::optional<std::uint64_t> queue_value_at(std::uint64_t offset) const;
  /// `offset`: from the first register of processors.
  [[nodiscard]] std::optional<std::uint64_t> processor_value_at(std::uint64_t offset, Cycle visible) const;
  [[nodiscard]] std::uint64_t error_value_at(std::uint64_t offset) const;
  [[nodiscard]] bool is_set_up(const Queue& queue) const;
  void write_at(const Written& written, Cycle visible);
  void write_queue(const Written& written, Cycle visible);
  void write_processor(const Written& written, Cycle visible);
  /// Offset of the first register of processors.
  [[nodiscard]] std::uint64_t processors_begin() const { return GANTRY_TS_PROCESSOR(queues_.size(), 0); }
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
  std::uint64_t interrupts_ = 0;  ///< except errors
  std::uint64_t mask_ = 0;
  std::uint64_t message_address_ = 0;
  std::uint64_t seen_errors_ = 0;  ///< errors (DeviceErrors::total) whose interrupt has been cleared
  Ring<std::uint64_t> done_;
  std::uint64_t popped_;
};

}  // namespace device
}  // namespace gantry
