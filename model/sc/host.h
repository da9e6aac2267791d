// SPDX-License-Identifier: Apache-2.0
// Gantry's host behind TLM-2.0 sockets. It writes descriptors into rings in memory, moves the tails in the scheduler's
// registers, and takes a message for each completed task. The machine's Host decides the cycles.
#pragma once

#include <systemc>
#include <tlm>

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "gantry/device/descriptor_codec.h"
#include "gantry/network/send_port.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/host.h"
#include "gantry/sc/answer_port.h"
#include "gantry/sc/request_port.h"
#include "gantry/sc/unit_module.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/tables.h"
#include "gantry/workload/task.h"

namespace gantry::sc {

class Host : public sc_core::sc_module,
             private MessageSink,
             private RequestPort::Listener,
             private AnswerPort::Listener {
 public:
  /// Addresses on its bus.
  struct Addresses {
    std::uint64_t registers = 0;  ///< base of the scheduler's registers
    std::uint64_t messages = 0;   ///< address of the socket `messages`; not 0
  };
  /// `source` and `sink` must outlive it. The sink receives each completed task with the host's stamps, and each
  /// interrupt.
  Host(const sc_core::sc_module_name& name, const Architecture& architecture, const Addresses& addresses,
       TaskSource& source, RecordSink& sink, GatedClock& clock);

  RequestPort bus;      ///< initiator: descriptors to memory, tails to the scheduler
  AnswerPort messages;  ///< target: messages of completed tasks

  /// Returns the descriptor field `program` of a task; unset: 0. Set before the simulation starts.
  std::function<std::uint64_t(std::uint64_t number)> program;

  /// Whether every task was submitted and every interrupt taken.
  [[nodiscard]] bool finished() const { return host_.finished(); }
  /// Cycle of the last interrupt so far.
  [[nodiscard]] Cycle last_interrupt() const { return host_.last_interrupt(); }
  /// Number of tasks that the scheduler dropped, and of tasks with a failed job.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  [[nodiscard]] std::uint64_t failed_tasks() const { return failed_; }
  [[nodiscard]] gantry::Host& unit() { return host_; }

 private:
  /// Sets up rings, messages and the switch, without time, before the first cycle.
  void start_of_simulation() override;
  /// Receives the messages of the host.
  void send(std::uint32_t source, const Message& message, Cycle now, Cycle created) override;
  void write_descriptor(const DescriptorWrite& write);
  void answered(std::uint32_t port, std::uint32_t tag, const tlm::tlm_generic_payload& payload, Cycle visible) override;
  bool asked(std::uint32_t port, tlm::tlm_generic_payload& payload, Cycle visible) override;

  const Addresses addresses_;
  const std::uint32_t queues_;
  MemoryMap map_;
  DescriptorLayout layout_;
  RecordSink& sink_;
  TaskTable tasks_;
  gantry::Host host_;
  std::vector<std::vector<std::uint8_t>> descriptors_;  ///< by task
  std::unordered_map<std::uint32_t, TaskRef> task_of_;  ///< unfinished tasks, by number
  std::uint64_t dropped_ = 0;
  std::uint64_t failed_ = 0;
  UnitModule unit_;
};

}  // namespace gantry::sc
