// SPDX-License-Identifier: Apache-2.0
// A processor of one's own: an interpreter of a small instruction set, which takes jobs at a TLM-2.0 target socket and
// has everything else in the platform's memory, programs included. How long a job takes is what its instructions take.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "gantry/device/task_scheduler_regs.h"

/// An instruction has 8 bytes: what it does, three registers, and a number.
enum class Op : std::uint8_t { halt, set, add, subtract, multiply, load, store, branch_less, branch_equal, jump };

struct Instruction {
  Op op = Op::halt;
  std::uint8_t to = 0;
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  std::int32_t number = 0;

  [[nodiscard]] std::array<std::uint8_t, 8> bytes() const;
};

class Iss : public sc_core::sc_module {
 public:
#if SC_VERSION_MAJOR < 3
  SC_HAS_PROCESS(Iss);
#endif
  /// `room`: what inputs and outputs begin at multiples of.
  Iss(const sc_core::sc_module_name& name, const sc_core::sc_time& cycle, std::uint32_t full_bytes, std::uint64_t room,
      std::uint64_t completion);

  tlm_utils::simple_target_socket<Iss> jobs;
  tlm_utils::simple_initiator_socket<Iss> bus;

  /// Hears of each job that is over: task, job, cycles of its instructions.
  std::function<void(std::uint32_t task, std::uint32_t job, std::uint64_t cycles)> finished;

 private:
  /// What a job message tells.
  struct Job {
    std::uint64_t input = 0;
    std::uint64_t output = 0;
    std::uint64_t program = 0;
    std::uint64_t input_bytes = 0;
    std::uint64_t output_bytes = 0;
    std::uint32_t task = 0;
    std::uint32_t number = 0;
    std::uint32_t token = 0;
  };

  void take_job(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void work();
  std::uint64_t interpret(const Job& job);
  void move(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data, std::size_t bytes);

  const sc_core::sc_time cycle_;
  const std::uint32_t full_bytes_;
  const std::uint64_t room_;
  const std::uint64_t completion_;
  std::deque<Job> waiting_;
  sc_core::sc_event arrived_;
};
