// SPDX-License-Identifier: Apache-2.0
// A platform that knows nothing of Gantry: a bus, a memory, processors that multiply tiles, and one that runs the
// firmware. All of them block.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "matmul.h"

constexpr std::uint64_t kRegisters = 0x10000000;
constexpr std::uint64_t kProcessors = 0x20000000;
constexpr std::uint64_t kProcessorStride = 0x10000;
constexpr std::uint64_t kMemory = 0x80000000;
constexpr std::uint64_t kMemoryBytes = 0x40000;
constexpr std::uint64_t kMostCycles = 20000;  ///< that a processor may owe a job

/// One access after the other, wherever it goes.
inline void move(tlm::tlm_initiator_socket<>& socket, tlm::tlm_command command, std::uint64_t address, void* data,
                 unsigned bytes) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(static_cast<unsigned char*>(data));
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  socket->b_transport(payload, delay);
  sc_core::wait(delay);
  if (payload.is_response_error()) SC_REPORT_FATAL("/bus", payload.get_response_string().c_str());
}

/// Routes by address; a transaction takes 5 ns and a nanosecond for 16 bytes.
class Bus : public sc_core::sc_module {
 public:
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
  };
  using Target = tlm_utils::simple_target_socket<Bus>;
  using Initiator = tlm_utils::simple_initiator_socket<Bus>;
  /// So many who ask, and where those who answer are.
  Bus(const sc_core::sc_module_name& name, unsigned initiators, const std::vector<Range>& targets)
      : sc_core::sc_module(name), from_("from", initiators), to_("to", targets.size()), ranges_(targets) {
    for (Target& socket : from_) socket.register_b_transport(this, &Bus::transport);
  }
  Target& from() { return from_[used_++]; }
  Initiator& to(unsigned range) { return to_[range]; }

 private:
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const std::uint64_t address = payload.get_address();
    delay += sc_core::sc_time(5 + payload.get_data_length() / 16.0, sc_core::SC_NS);
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      if (address < ranges_[i].begin || address - ranges_[i].begin >= ranges_[i].bytes) continue;
      payload.set_address(address - ranges_[i].begin);
      to_[i]->b_transport(payload, delay);
      payload.set_address(address);
      return;
    }
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  sc_core::sc_vector<Target> from_;
  sc_core::sc_vector<Initiator> to_;
  std::vector<Range> ranges_;
  unsigned used_ = 0;
};

class Memory : public sc_core::sc_module {
 public:
  explicit Memory(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), socket("socket"), bytes(kMemoryBytes, 0) {
    socket.register_b_transport(this, &Memory::transport);
  }
  tlm_utils::simple_target_socket<Memory> socket;
  std::vector<unsigned char> bytes;

 private:
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    unsigned char* at = bytes.data() + payload.get_address();
    delay += sc_core::sc_time(30, sc_core::SC_NS);
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), at, payload.get_data_length());
    if (payload.is_write()) std::memcpy(at, payload.get_data_ptr(), payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

/// Takes jobs as they come, multiplies its rows of the tile, and tells the scheduler the job's token.
class TileProcessor : public sc_core::sc_module {
 public:
#if SC_VERSION_MAJOR < 3
  SC_HAS_PROCESS(TileProcessor);
#endif
  explicit TileProcessor(const sc_core::sc_module_name& name) : sc_core::sc_module(name), jobs("jobs"), bus("bus") {
    jobs.register_b_transport(this, &TileProcessor::take);
    SC_THREAD(run);
  }
  tlm_utils::simple_target_socket<TileProcessor> jobs;
  tlm_utils::simple_initiator_socket<TileProcessor> bus;
  std::uint32_t hangs_after = ~std::uint32_t{0};  ///< so many jobs; then it never answers again

 private:
  struct Job {
    gantry_ts_descriptor task;
    gantry_ts_split split;
  };
  void take(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
    Job job;  // fields are as the header has them; this computer is little-endian, too
    const unsigned char* data = payload.get_data_ptr();
    std::memcpy(&job.task, data, sizeof job.task);
    std::memcpy(&job.split, data + payload.get_data_length() - sizeof job.split, sizeof job.split);
    waiting_.push_back(job);
    arrived_.notify();
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  void run() {
    for (;;) {
      while (waiting_.empty()) wait(arrived_);
      const Job job = waiting_.front();
      waiting_.pop_front();
      if (hangs_after-- == 0) return;
      multiply(job);
      std::uint64_t completion = job.split.token;
      move(bus, tlm::TLM_WRITE_COMMAND, kRegisters + GANTRY_TS_COMPLETION, &completion, 8);
    }
  }
  void multiply(const Job& job) {
    tile_program where;
    move(bus, tlm::TLM_READ_COMMAND, job.task.program, &where, sizeof where);
    constexpr unsigned kRow = 4 * TILE;
    std::uint32_t a[TILE], b[TILE][TILE], c[TILE];
    for (unsigned k = 0; k < TILE; ++k) move(bus, tlm::TLM_READ_COMMAND, where.b + 4 * SIZE * k, b[k], kRow);
    const unsigned rows = TILE / job.task.jobs;
    for (unsigned row = rows * job.split.job; row < rows * (job.split.job + 1); ++row) {
      move(bus, tlm::TLM_READ_COMMAND, where.a + 4 * SIZE * row, a, kRow);
      move(bus, tlm::TLM_READ_COMMAND, where.c + 4 * SIZE * row, c, kRow);
      for (unsigned column = 0; column < TILE; ++column) {
        for (unsigned k = 0; k < TILE; ++k) c[column] += a[k] * b[k][column];
      }
      wait(sc_core::sc_time(TILE * TILE, sc_core::SC_NS));
      move(bus, tlm::TLM_WRITE_COMMAND, where.c + 4 * SIZE * row, c, kRow);
    }
  }
  std::deque<Job> waiting_;
  sc_core::sc_event arrived_;
};

/// Runs the firmware in a process.
class Cpu : public sc_core::sc_module {
 public:
#if SC_VERSION_MAJOR < 3
  SC_HAS_PROCESS(Cpu);
#endif
  Cpu(const sc_core::sc_module_name& name, const matmul& where)
      : sc_core::sc_module(name), bus("bus"), interrupt("interrupt"), where_(where) {
    SC_THREAD(run);
  }
  tlm_utils::simple_initiator_socket<Cpu> bus;
  sc_core::sc_in<bool> interrupt;
  driver state = {};
  bool opened = false;
  std::uint32_t bad = 0;
  std::uint32_t hung = 0;  ///< processors that it has switched off

 private:
  void run() {
    const struct bus access = {this,
                               [](void* self, std::uint64_t address) {
                                 std::uint64_t value = 0;
                                 move(static_cast<Cpu*>(self)->bus, tlm::TLM_READ_COMMAND, address, &value, 8);
                                 return value;
                               },
                               [](void* self, std::uint64_t address, std::uint64_t value) {
                                 move(static_cast<Cpu*>(self)->bus, tlm::TLM_WRITE_COMMAND, address, &value, 8);
                               },
                               [](void* self, std::uint64_t to, const void* from, std::uint32_t bytes) {
                                 std::vector<unsigned char> copy(bytes);
                                 std::memcpy(copy.data(), from, bytes);
                                 move(static_cast<Cpu*>(self)->bus, tlm::TLM_WRITE_COMMAND, to, copy.data(), bytes);
                               },
                               [](void* self) {
                                 Cpu& cpu = *static_cast<Cpu*>(self);
                                 while (!cpu.interrupt.read()) {
                                   sc_core::wait(sc_core::sc_time(20, sc_core::SC_US),
                                                 cpu.interrupt.value_changed_event());
                                   if (!cpu.interrupt.read()) cpu.hung += driver_watch(&cpu.state, kMostCycles);
                                 }
                               }};
    opened = driver_open(&state, &access, kRegisters, kMemory) != 0;
    if (opened) bad = matmul_run(&state, &where_);
    sc_core::sc_stop();
  }
  const matmul where_;
};
