// SPDX-License-Identifier: Apache-2.0
// The register file: state and split information of every task from registration to the end of scheduling, one register
// per decomposer slot. Source 004 [0071], [0138].
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/kernel/unit.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/id_pool.h"

namespace gantry {
inline namespace scheduler {

/// State of a register.
enum class TaskState : std::uint8_t {
  free,             ///< no task has it
  splitting,        ///< the pre-split of its task is under way
  to_be_scheduled,  ///< a scheduling request is still to be sent: the first one, or after a failed match
  scheduling        ///< the request is sent and has no answer yet
};

class RegisterFile final : public Unit {
  template <class>
  friend struct gantry::Archived;

 public:
  struct Register {
    TaskState state = TaskState::free;
    TaskRef task = kNone;
    TaskClass cls = TaskClass::block;
    QueueId queue = 0;            ///< queue of the task
    std::uint32_t jobs_left = 0;  ///< jobs of the next or current scheduling request
    bool early = false;           ///< the task took its slot before its predecessors were known to be done
    bool waits = false;           ///< it waits for them, and its first request is still to be sent
  };

  explicit RegisterFile(std::uint32_t slots)
      : Unit("register_file"),
        registers_(slots),
        free_(slots),
        occupancy_(add_queue("registers", "registers that are taken", slots)) {}

  /// Takes a register and returns its number. Precondition: one is free; the decomposer counts its slots before.
  std::uint32_t occupy(TaskRef task, TaskClass cls, QueueId queue, std::uint32_t jobs, Cycle now, bool early = false,
                       bool waits = false) {
    const std::uint32_t slot = free_.take();
    registers_[slot] = {TaskState::splitting, task, cls, queue, jobs, early, waits};
    occupancy_.add(now);
    mark_busy(now);
    return slot;
  }
  // Changes of state. Precondition: the register is taken.
  /// The pre-split has ended.
  void split(std::uint32_t slot) { registers_[slot].state = TaskState::to_be_scheduled; }
  /// The scheduling request is sent.
  void requested(std::uint32_t slot) {
    registers_[slot].state = TaskState::scheduling;
    registers_[slot].waits = false;
  }
  /// The match has failed, and `jobs_left` jobs are not picked.
  void not_matched(std::uint32_t slot, std::uint32_t jobs_left) {
    registers_[slot].state = TaskState::to_be_scheduled;
    registers_[slot].jobs_left = jobs_left;
  }
  /// Frees the register: all jobs of its task are sent.
  void release(std::uint32_t slot, Cycle now) {
    registers_[slot] = Register{};
    free_.give(slot);
    occupancy_.subtract(now);
    mark_busy(now);
  }
  [[nodiscard]] const Register& operator[](std::uint32_t slot) const { return registers_[slot]; }
  [[nodiscard]] std::uint32_t slots() const { return static_cast<std::uint32_t>(registers_.size()); }

  [[nodiscard]] std::string state() const override {
    return std::to_string(free_.used()) + " of " + std::to_string(registers_.size()) + " registers taken";
  }

 protected:
  Cycle step(Cycle /*now*/) override { return kNever; }  // storage: the decomposer writes it, it never acts

 private:
  std::vector<Register> registers_;
  IdPool free_;
  Gauge& occupancy_;
};

}  // namespace scheduler
}  // namespace gantry
