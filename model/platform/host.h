// SPDX-License-Identifier: Apache-2.0
// The host ("first processor"): writes descriptors into the queues in global memory, moves a queue's tail pointer
// after the write is acknowledged, and takes the interrupts of finished tasks. Source 004 [0050], [0140].
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/kernel/link.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/platform/host_config.h"
#include "gantry/scheduler/burst_window.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/data_table.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/reserved_pool.h"
#include "gantry/scheduler/tables.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace platform {

struct Architecture;

class Host final : public Unit, public Receiver {
  template <class>
  friend struct gantry::Archived;

 public:
  /// Reason why the next task, which is due, is not submitted. The first one in this order that applies.
  enum class Stall : std::uint8_t {
    none,
    ring_full,          ///< the host knows of no free entry in the ring of its queue
    no_credit,          ///< push: the queue has no free slot of the task cache that the host knows of
    completion_window,  ///< its number is MonitorConfig::completion_window or more above oldest_unfinished()
    outstanding_writes  ///< HostConfig::outstanding_writes descriptors are written and not acknowledged
  };

  Host(const Architecture& architecture, TaskSource& source, TaskTable& tasks, const MemoryMap& memory,
       RecordSink& sink, DataTable* data = nullptr);

  void connect(SendPort port, TerminalId scheduler) {
    port_ = port;
    scheduler_ = scheduler;
  }
  /// The link over which the task cache reports slots that are free again, by queue.
  [[nodiscard]] Link<QueueId>& credits() { return credits_; }
  void receive(const Message& message, Cycle visible) override;

  /// Takes the first task from the source, and wakes the host for its submit cycle.
  void start();

  /// Number of tasks submitted so far.
  [[nodiscard]] std::uint64_t submitted() const { return submitted_; }
  /// Number of jobs of these tasks.
  [[nodiscard]] std::uint64_t jobs_submitted() const { return jobs_submitted_; }
  [[nodiscard]] std::uint64_t groups_submitted() const { return groups_submitted_; }
  [[nodiscard]] std::uint64_t interrupts_taken() const { return interrupts_taken_; }
  /// Whether every task was submitted and every interrupt taken, or the run was given up.
  [[nodiscard]] bool finished() const { return (!has_next_ && interrupts_taken_ == submitted_) || gave_up_; }
  /// Gives the run up in cycle `at`, which is later than the current cycle.
  void give_up(Cycle at) {
    gives_up_at_ = at;
    wake(at);
  }
  /// Whether the run ended because it was given up.
  [[nodiscard]] bool gave_up() const { return gave_up_; }
  /// The task that waits to be submitted; nullptr: none.
  [[nodiscard]] const Task* waiting_task() const { return has_next_ ? &next_ : nullptr; }
  /// The queue of a task, by its class and stream.
  [[nodiscard]] QueueId queue_of(const Task& task) const { return numbers_.of(task.cls, task.stream); }
  /// Reason of the wait in the last cycle in which the host ran.
  [[nodiscard]] Stall stall() const { return stall_; }
  /// Number of the oldest unfinished task, as known from interrupts.
  [[nodiscard]] std::uint64_t oldest_unfinished() const { return oldest_unfinished_; }
  /// Cycle in which the last interrupt so far was taken; 0: none.
  [[nodiscard]] Cycle last_interrupt() const { return last_interrupt_; }
  [[nodiscard]] std::string state() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  /// The host's state of one queue. Positions count from its first task.
  struct Queue {
    std::uint64_t written = 0;  ///< descriptors sent to memory
    std::uint64_t tail = 0;     ///< all earlier positions are acknowledged and announced
    std::uint64_t read = 0;     ///< all earlier positions are known to have left the ring
    std::vector<TaskRef>
        acknowledged;  ///< by ring entry: task that is written and acknowledged, and not announced; kNone: none
  };

  /// Host numbers of a queue's tasks, by position, from its oldest unfinished task on.
  struct Unfinished {
    Ring<std::uint64_t> numbers;  ///< kNever: that task has completed
    std::uint64_t first = 0;      ///< position of numbers.front()
  };

  void take_acknowledgement(const DescriptorAck& ack, Cycle now);
  /// Returns why the next task, which is due, cannot be submitted.
  [[nodiscard]] Stall find_stall() const;
  void take_interrupt(Cycle now);
  /// Notifies the source of a closed loop.
  void report_completion(QueueId queue, std::uint64_t position, Cycle now);
  void submit(Cycle now);
  void write_burst(Cycle now);

  HostConfig config_;
  DescriptorConfig descriptor_;
  std::uint32_t completion_window_;
  TaskSource& source_;
  TaskTable& tasks_;
  const MemoryMap& memory_;
  RecordSink& sink_;
  DataTable* data_;  ///< nullptr: no task has data
  SendPort port_;
  TerminalId scheduler_ = 0;
  Link<DescriptorAck> acks_;
  Link<TaskInterrupt> interrupts_;
  Link<QueueId> credits_;
  ReservedPool slots_;  ///< push: of the task cache, by queue, as the host knows them

  ClassQueues numbers_;
  std::vector<Queue> queues_;
  std::vector<Unfinished> unfinished_;  ///< by queue; empty: the source is no closed loop
  BurstWindow writes_;                  ///< descriptors, by task
  Task next_;
  bool has_next_ = false;
  Cycle next_submit_ = 0;
  Cycle gives_up_at_ = kNever;
  bool gave_up_ = false;
  Cycle interrupt_done_ = kNever;  ///< end of the current interrupt
  Stall stall_ = Stall::none;
  std::uint64_t oldest_unfinished_ = 0;
  std::uint32_t unacknowledged_ = 0;
  std::uint64_t submitted_ = 0;
  std::uint64_t jobs_submitted_ = 0;
  std::uint64_t groups_submitted_ = 0;  ///< of tasks whose jobs differ
  std::uint64_t interrupts_taken_ = 0;
  Cycle last_interrupt_ = 0;
  std::uint64_t next_data_address_;
  Gauge& pending_interrupts_;
  Gauge& unacknowledged_gauge_;
  Gauge& stall_ring_full_;
  Gauge& stall_completion_window_;
  Gauge& stall_outstanding_;
  Gauge* stall_credit_;  ///< nullptr: descriptors are not pushed
  std::uint64_t& doorbells_;
  Gauge& submit_valid_;
  Gauge& interrupt_taken_;
};

}  // namespace platform
}  // namespace gantry
