// SPDX-License-Identifier: Apache-2.0
// The task scheduler as a device of a user's platform. A driver uses its registers. It reads descriptors as bytes from
// the platform's memory, and sends jobs as bytes to the platform's processors, through DeviceWires. Time is an argument
// of all calls, so tests run it without SystemC. model/sc/task_scheduler.h is its SystemC shell.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/device/device_registers.h"
#include "gantry/device/device_wires.h"
#include "gantry/device/interrupt_line.h"
#include "gantry/device/job_tokens.h"
#include "gantry/kernel/unit.h"
#include "gantry/scheduler/records.h"

namespace gantry {
inline namespace scheduler {
class TaskScheduler;
}  // namespace scheduler
}  // namespace gantry

namespace gantry {
inline namespace device {

class DeviceLife;

class SchedulerDevice final : private RegisterOwner {
 public:
  /// `wires` and `sink` must outlive the device; `sink` may be nullptr. The host's stamps of a task record are the
  /// cycle in which its descriptor was complete. Throws Error for an unknown policy, and if the fields of a descriptor
  /// do not fit into its bytes.
  SchedulerDevice(const SchedulerDeviceConfig& config, DeviceWires& wires, RecordSink* sink = nullptr);
  ~SchedulerDevice() override;

  /// Sets the receiver of the units' requests to run.
  void attach(Waker& waker);
  /// The next cycle in which a unit is due; kNever: none before the next call from outside.
  [[nodiscard]] Cycle due() const;
  /// Runs the units that are due in cycle `now`.
  void run(Cycle now);
  /// The blocks, for kernels that run them one by one. A reset replaces them.
  [[nodiscard]] const std::array<Unit*, 5>& units() const;
  /// Throws std::logic_error when an invariant of a block is broken.
  void verify() const;

  /// Resets the device to its state before the first cycle, from cycle `visible` on. The cycle counter goes on. May be
  /// called at any time, also from within a call of DeviceWires (docs/embedding.md, "Reset").
  void reset(Cycle visible) override;
  /// Number of resets so far.
  [[nodiscard]] std::uint32_t resets() const { return resets_; }

  // Accesses of registers, as in DeviceRegisters. They take effect in cycle `visible`, which must be later than the
  // last cycle that was run.
  bool read_register(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible);
  /// Reads without side effects, for debuggers. Bytes without a register are 0.
  void peek_registers(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible) const {
    registers_.peek(offset, data, size, visible);
  }
  bool write_register(std::uint64_t offset, const std::uint8_t* data, std::size_t size, Cycle visible);

  // Answers of the platform. Answers to requests from before a reset have no effect.
  /// The data of a burst; nullptr: memory answered with an error.
  void read_done(const DescriptorBurst& burst, const std::uint8_t* data, Cycle visible);
  /// The oldest job that was handed to the port has left. Its first flit left in cycle `first`. That its last one has
  /// left is seen from cycle `visible` on. Precondition: a job of the port has not left.
  void job_sent(std::uint32_t port, Cycle first, Cycle visible);
  /// The target at this address refused the job with this token. The job ends as failed when job_sent has
  /// been called, too, before or after.
  void job_lost(std::uint32_t token, std::uint64_t address, Cycle visible);
  /// The target at this address refused the message of a completed task.
  void message_lost(std::uint64_t address, Cycle visible);

  /// The scheduler's blocks. The reference is valid until a reset.
  [[nodiscard]] TaskScheduler& scheduler();
  [[nodiscard]] const DeviceErrors& errors() { return registers_.errors(); }
  [[nodiscard]] const DescriptorLayout& layout() const { return layout_; }

 private:
  class NoRecords;
  // RegisterOwner
  void ring_is(QueueId queue, const DescriptorRing& ring) override;
  void doorbell(QueueId queue, std::uint64_t tail, Cycle visible) override;
  void completion(std::uint32_t token, std::uint32_t status, Cycle visible) override;
  void switch_processor(ProcessorId processor, bool off, Cycle visible) override;
  [[nodiscard]] ProcessorNow processor(ProcessorId processor, Cycle visible) const override;
  [[nodiscard]] std::uint64_t live_tasks() const override;
  [[nodiscard]] std::uint64_t tasks_completed() const override;
  [[nodiscard]] std::uint64_t oldest_unfinished() const override;

  [[nodiscard]] std::unique_ptr<DeviceLife> make_life();

  const SchedulerDeviceConfig config_;
  const DescriptorLayout layout_;
  DeviceWires& wires_;
  const std::unique_ptr<RecordSink> no_records_;
  RecordSink& sink_;
  DeviceRegisters registers_;
  InterruptLine interrupt_;
  JobTokens tokens_;
  Waker* waker_ = nullptr;
  std::uint32_t resets_ = 0;
  std::unique_ptr<DeviceLife> former_;  ///< the life before a reset, one of whose blocks may still be running
  std::unique_ptr<DeviceLife> life_;
  std::vector<std::uint64_t> forgotten_;  ///< jobs of former lives that have not left, by port
};

}  // namespace device
}  // namespace gantry
