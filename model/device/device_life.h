// SPDX-License-Identifier: Apache-2.0
// The part of a scheduler device that a reset replaces: its blocks, tables, and everything under way between blocks and
// wires. A reset ends one life and makes a new one, so that every life begins like the first.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/device/descriptor_intake.h"
#include "gantry/device/descriptor_reader.h"
#include "gantry/device/device_registers.h"
#include "gantry/device/device_wires.h"
#include "gantry/device/interrupt_line.h"
#include "gantry/device/job_tokens.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/state_monitor_base.h"
#include "gantry/scheduler/task_scheduler.h"

namespace gantry {
inline namespace device {

class DeviceLife final : private MessageSink, private OverdueListener {
 public:
  /// Everything that a life is connected to. All references must outlive it.
  struct Surroundings {
    DeviceWires& wires;
    DeviceRegisters& registers;
    InterruptLine& interrupt;
    JobTokens& tokens;
    RecordSink& sink;
  };
  /// `number`: resets before this life. It is a field of every burst that the life requests.
  DeviceLife(const SchedulerDeviceConfig& config, std::uint32_t number, const Surroundings& surroundings);
  ~DeviceLife() override;

  [[nodiscard]] const std::array<Unit*, 5>& units() const { return units_; }
  /// Whether a block has run. If so, one may be running now.
  [[nodiscard]] bool has_worked() const;
  /// Ends the life, also from within a block's step(). From now on it sends nothing, and nothing wakes its blocks.
  void end();

  void set_ring(QueueId queue, const DescriptorRing& ring) { memory_.set_ring(queue, ring); }
  void doorbell(QueueId queue, std::uint64_t tail, Cycle visible);
  /// Takes the data of a burst; nullptr: memory answered with an error.
  void read_done(const DescriptorBurst& burst, const std::uint8_t* data, Cycle visible);
  /// The oldest job of the port has left: its first flit in cycle `first`, its last one before `visible`.
  void job_sent(std::uint32_t port, Cycle first, Cycle visible);
  /// A processor has completed a job, or failed.
  void job_done(JobRef job, bool failed, Cycle visible);
  /// The processor gets no more jobs, or gets jobs again.
  void switch_processor(ProcessorId processor, bool off, Cycle visible);
  [[nodiscard]] ProcessorNow processor(ProcessorId processor, Cycle visible) const;
  /// Number of send ports.
  [[nodiscard]] std::size_t ports() const { return under_way_.size(); }
  /// Number of jobs that were handed to the port and have not left.
  [[nodiscard]] std::size_t under_way(std::uint32_t port) const { return under_way_[port].size(); }

  [[nodiscard]] TaskScheduler& scheduler() { return *scheduler_; }
  [[nodiscard]] std::uint64_t live_tasks() const { return tasks_.live(); }
  [[nodiscard]] std::uint64_t oldest_unfinished() const;

 private:
  // MessageSink: messages that the blocks send through their ports.
  void send(std::uint32_t source, const Message& message, Cycle now, Cycle created) override;
  void send_job(std::uint32_t port, const Message& message, Cycle now);
  void task_done(const TaskInterrupt& interrupt, Cycle now);
  void finish_job(JobRef job, Cycle visible);
  void job_overdue(JobRef job, Cycle now) override;
  [[nodiscard]] TaskRef make_task(const DescriptorBurst& burst, Cycle visible,
                                  std::optional<gantry_ts_error> wrong = std::nullopt);

  /// The descriptor of a live task, and its GANTRY_TS_DONE_... flags.
  struct TaskBytes {
    std::vector<std::uint8_t> descriptor;
    std::uint32_t flags = 0;
  };

  /// A job that its processor has not answered.
  struct Owed {
    JobRef job = kNone;
    std::uint32_t token = 0;
    Cycle since = 0;
  };
  struct Processor {
    std::vector<Owed> owes;  ///< in the order in which they were handed over
    std::uint64_t ended = 0;
    bool off = false;
  };

  const std::uint32_t number_;
  const bool retries_;  ///< failed jobs are issued again
  Surroundings outside_;
  bool ended_ = false;
  TaskTable tasks_;
  JobTable jobs_;
  MemoryMap memory_;
  std::unique_ptr<TaskScheduler> scheduler_;
  DescriptorIntake intake_;
  DescriptorReader reader_;
  std::vector<TaskBytes> bytes_;          ///< by TaskRef
  std::vector<Ring<Message>> under_way_;  ///< jobs that have not left, by port
  std::vector<Processor> processors_;
  std::array<Unit*, 5> units_{};
};

}  // namespace device
}  // namespace gantry
