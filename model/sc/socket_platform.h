// SPDX-License-Identifier: Apache-2.0
// A machine of parts behind TLM-2.0 sockets: host, network, memory, processors and task scheduler, with the cycles of a
// Machine. Any part can be left out and replaced by the user's own.
#pragma once

#include <systemc>

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/platform/architecture.h"
#include "gantry/platform/machine_catalogue.h"
#include "gantry/sc/host.h"
#include "gantry/sc/memory.h"
#include "gantry/sc/network.h"
#include "gantry/sc/processors.h"
#include "gantry/sc/task_scheduler.h"
#include "gantry/scheduler/policy_config.h"

namespace gantry::sc {

class SocketPlatform : public sc_core::sc_module {
 public:
  /// Addresses of the parts. Memory is at 0.
  static constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 60;
  static constexpr std::uint64_t kRegisters = std::uint64_t{0xf} << 60;
  static constexpr std::uint64_t kRegistersBytes = 1 << 20;
  static constexpr std::uint64_t kMessages = kRegisters + kRegistersBytes;
  static constexpr std::uint64_t kMessagesBytes = 8;
  static constexpr std::uint64_t kProcessors = std::uint64_t{0xe} << 60;
  static constexpr std::uint64_t kProcessorBytes = 1 << 20;  ///< address range of a processor's jobs

  /// Parts to leave out. Their sockets at the network stay unbound for the user's parts.
  struct Without {
    bool host = false;
    bool memory = false;
    bool processors = false;
  };
  /// The source of the host's tasks, and observers. `tasks` and `host` may be nullptr only with Without::host. All must
  /// outlive the platform.
  struct Outside {
    TaskSource* tasks = nullptr;
    RecordSink* host = nullptr;       ///< host's side of task records, and interrupts
    RecordSink* scheduler = nullptr;  ///< scheduler's side of tasks and jobs; may be nullptr
  };
  /// The scheduler has a clock of its own or shares that of the platform. Both work between their edges. Throws
  /// Error as Machine does, and for descriptors that are too short for their fields.
  SocketPlatform(const sc_core::sc_module_name& name, const Architecture& architecture, const PolicyConfig& policies,
                 const Outside& outside, GatedClock& clock, GatedClock& scheduler_clock, const Without& without,
                 const MachineCatalogue& catalogue = builtin_catalogue());

  /// Terminals of the network.
  struct Terminals {
    TerminalId host = 0;
    TerminalId scheduler = 0;
    TerminalId first_memory = 0;
    TerminalId first_processor = 0;
    TerminalId first_send_port = 0;
  };
  Terminals terminals;
  Network network;
  TaskScheduler scheduler;
  std::unique_ptr<Host> host;              ///< nullptr: left out
  std::unique_ptr<Memory> memory;          ///< nullptr: left out
  std::unique_ptr<Processors> processors;  ///< nullptr: left out
};

}  // namespace gantry::sc
