// SPDX-License-Identifier: Apache-2.0
// The task scheduler as a device in somebody's platform: registers in front, descriptors read as bytes from their
// memory, jobs sent as bytes to their processors. How bytes travel is behind DeviceWires; time is told to it, so that
// tests run it without SystemC, and model/sc/task_scheduler.h is a shell around it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/scheduler/descriptor_intake.h"
#include "gantry/scheduler/descriptor_reader.h"
#include "gantry/scheduler/device_registers.h"
#include "gantry/scheduler/job_tokens.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/policy_config.h"
#include "gantry/scheduler/task_scheduler.h"

namespace gantry {
inline namespace scheduler {

/// What leaves the device in a cycle can be seen from cycle `at` on, the next one.
class DeviceWires {
 public:
  virtual ~DeviceWires() = default;
  /// SchedulerDevice::read_done answers.
  virtual void read(const DescriptorBurst& burst, Cycle at) = 0;
  /// A descriptor and its split information. Jobs of one port leave one after the other; SchedulerDevice::job_sent
  /// answers in their order.
  virtual void send_job(std::uint32_t port, ProcessorId processor, std::vector<std::uint8_t> bytes, Cycle at) = 0;
  /// The message of a finished task, 8 bytes to the host.
  virtual void send_message(std::uint64_t address, std::uint64_t value, Cycle at) = 0;
  virtual void set_interrupt(bool level, Cycle at) = 0;
};

struct SchedulerDeviceConfig {
  TaskSchedulerConfig scheduler;
  PolicyConfig policies;
  BurstRules bursts;                                   ///< in which descriptors are read
  std::vector<ProcessorInfo> processors;               ///< places, types and speeds, as far as policies ask for them
  std::vector<std::uint32_t> hops = {};                ///< to each processor; empty: 1
  const PickerCatalogue& pickers = builtin_pickers();  ///< of which the policies are names
  const ProcessorChoiceCatalogue& processor_choices = builtin_processor_choices();
};

class SchedulerDevice final : private MessageSink, private RegisterOwner {
 public:
  /// `wires` and `sink` outlive it; `sink` may be nullptr. Throws std::invalid_argument for unknown names of policies
  /// and for descriptors that have no room for their fields.
  SchedulerDevice(const SchedulerDeviceConfig& config, DeviceWires& wires, RecordSink* sink = nullptr);
  ~SchedulerDevice() override;

  // Time. Units ask `waker` for cycles.
  void attach(Waker& waker);
  /// The next cycle in which there is something to do; kNever: none, until somebody says something.
  [[nodiscard]] Cycle due() const;
  void run(Cycle now);
  /// Its blocks, for who gives them time one by one.
  [[nodiscard]] const std::array<Unit*, 5>& units() const { return units_; }
  /// Throws std::logic_error when an invariant of a block is broken.
  void verify() const;

  // Registers; accesses count from cycle `visible` on, later than the last one that was run.
  bool read_register(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible);
  /// For debuggers: nothing changes, and where no register is zeros are.
  void peek_registers(std::uint64_t offset, std::uint8_t* data, std::size_t size, Cycle visible) const {
    registers_.peek(offset, data, size, visible);
  }
  bool write_register(std::uint64_t offset, const std::uint8_t* data, std::size_t size, Cycle visible);

  // Answers of the wires. `data` == nullptr: memory answered with an error.
  void read_done(const DescriptorBurst& burst, const std::uint8_t* data, Cycle visible);
  /// The oldest job that was given to the port: its first flit left in cycle `first`, and from `visible` on it can be
  /// seen that its last one has.
  void job_sent(std::uint32_t port, Cycle first, Cycle visible);
  /// The target at this address refused the job with this token: it counts as over. Before job_sent or after it.
  void job_lost(std::uint32_t token, std::uint64_t address, Cycle visible);
  void message_lost(std::uint64_t address, Cycle visible);

  [[nodiscard]] TaskScheduler& scheduler() { return *scheduler_; }
  [[nodiscard]] const DeviceErrors& errors() { return registers_.errors(); }
  [[nodiscard]] const DescriptorLayout& layout() const { return intake_->layout(); }

 private:
  class NoRecords;
  // MessageSink: what the blocks say to their ports.
  void send(std::uint32_t source, const Message& message, Cycle now, Cycle created) override;
  void send_job(std::uint32_t port, const Message& message, Cycle now);
  void task_done(const TaskInterrupt& interrupt, Cycle now);
  // RegisterOwner
  void ring_is(QueueId queue, const DescriptorRing& ring) override { memory_.set_ring(queue, ring); }
  void doorbell(QueueId queue, std::uint64_t tail, Cycle visible) override;
  void completion(std::uint32_t token, std::uint32_t status, Cycle visible) override;
  [[nodiscard]] std::uint64_t live_tasks() const override { return tasks_.live(); }
  [[nodiscard]] std::uint64_t tasks_completed() const override { return scheduler_->monitor().tasks_completed(); }
  [[nodiscard]] std::uint64_t oldest_unfinished() const override { return scheduler_->monitor().oldest_unfinished(); }

  void take_descriptor(const DescriptorBurst& burst, DescriptorReader::Progress progress, Cycle visible);
  void fail_job(JobRef job, Cycle visible);
  void end_job(JobRef job, Cycle visible);
  void finish_job(JobRef job, Cycle visible);
  void update_interrupt(Cycle at);
  [[nodiscard]] TaskRef make_task(const DescriptorBurst& burst, Cycle visible,
                                  std::optional<gantry_ts_error> wrong = std::nullopt);

  /// What is kept of a live task.
  struct TaskBytes {
    std::vector<std::uint8_t> descriptor;
    std::uint32_t flags = 0;
  };

  DeviceWires& wires_;
  std::unique_ptr<RecordSink> no_records_;
  TaskTable tasks_;
  JobTable jobs_;
  MemoryMap memory_;
  std::unique_ptr<TaskScheduler> scheduler_;
  DeviceRegisters registers_;
  std::unique_ptr<DescriptorIntake> intake_;
  std::unique_ptr<DescriptorReader> reader_;
  JobTokens tokens_;
  std::vector<TaskBytes> bytes_;          ///< by TaskRef
  std::vector<Ring<Message>> under_way_;  ///< jobs, by port
  std::array<Unit*, 5> units_{};
  bool interrupt_ = false;
};

}  // namespace scheduler
}  // namespace gantry
