// SPDX-License-Identifier: Apache-2.0
// The task scheduler as a device in somebody's platform: registers in front, descriptors read as bytes from their
// memory, jobs sent as bytes to their processors. How bytes travel is behind DeviceWires; time is told to it, so that
// tests run it without SystemC, and model/sc/task_scheduler.h is a shell around it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/device/device_life.h"
#include "gantry/device/device_registers.h"
#include "gantry/device/device_wires.h"
#include "gantry/device/job_tokens.h"
#include "gantry/kernel/unit.h"
#include "gantry/scheduler/task_scheduler.h"

namespace gantry {
inline namespace device {

class SchedulerDevice final : private RegisterOwner {
 public:
  /// `wires` and `sink` outlive it; `sink` may be nullptr. Throws Error for unknown names of policies
  /// and for descriptors that have no room for their fields.
  SchedulerDevice(const SchedulerDeviceConfig& config, DeviceWires& wires, RecordSink* sink = nullptr);
  ~SchedulerDevice() override;

  // Time. Units ask `waker` for cycles.
  void attach(Waker& waker);
  /// The next cycle in which there is something to do; kNever: none, until somebody says something.
  [[nodiscard]] Cycle due() const;
  void run(Cycle now);
  /// Its blocks, for who gives them time one by one; others after a reset.
  [[nodiscard]] const std::array<Unit*, 5>& units() const { return life_->units(); }
  /// Throws std::logic_error when an invariant of a block is broken.
  void verify() const;

  /// Everything is as it was before the first cycle, from cycle `visible` on; the cycle counter goes on. At any time,
  /// also from within a call of DeviceWires (docs/embedding.md, "Reset").
  void reset(Cycle visible) override;
  /// How often it has been.
  [[nodiscard]] std::uint32_t resets() const { return resets_; }

  // Registers; accesses count from cycle `visible` on, later than the last one that was run.
  bool read_register(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible);
  /// For debuggers: nothing changes, and where no register is zeros are.
  void peek_registers(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible) const {
    registers_.peek(offset, data, size, visible);
  }
  bool write_register(std::uint64_t offset, const std::uint8_t* data, std::size_t size, Cycle visible);

  // Answers of the wires; nothing comes of those to what was handed over before a reset. `data` == nullptr: memory
  // answered with an error.
  void read_done(const DescriptorBurst& burst, const std::uint8_t* data, Cycle visible);
  /// The oldest job that was given to the port: its first flit left in cycle `first`, and from `visible` on it can be
  /// seen that its last one has.
  void job_sent(std::uint32_t port, Cycle first, Cycle visible);
  /// The target at this address refused the job with this token: it counts as over. Before job_sent or after it.
  void job_lost(std::uint32_t token, std::uint64_t address, Cycle visible);
  void message_lost(std::uint64_t address, Cycle visible);

  /// Until a reset.
  [[nodiscard]] TaskScheduler& scheduler() { return life_->scheduler(); }
  [[nodiscard]] const DeviceErrors& errors() { return registers_.errors(); }
  [[nodiscard]] const DescriptorLayout& layout() const { return layout_; }

 private:
  class NoRecords;
  // RegisterOwner
  void ring_is(QueueId queue, const DescriptorRing& ring) override { life_->set_ring(queue, ring); }
  void doorbell(QueueId queue, std::uint64_t tail, Cycle visible) override { life_->doorbell(queue, tail, visible); }
  void completion(std::uint32_t token, std::uint32_t status, Cycle visible) override;
  [[nodiscard]] std::uint64_t live_tasks() const override { return life_->live_tasks(); }
  [[nodiscard]] std::uint64_t tasks_completed() const override;
  [[nodiscard]] std::uint64_t oldest_unfinished() const override { return life_->oldest_unfinished(); }

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
  std::unique_ptr<DeviceLife> former_;  ///< one of its blocks may be at work
  std::unique_ptr<DeviceLife> life_;
  std::vector<std::uint64_t> forgotten_;  ///< jobs of former lives that are under way, by port
};

}  // namespace device
}  // namespace gantry
