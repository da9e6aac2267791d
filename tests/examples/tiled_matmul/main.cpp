// SPDX-License-Identifier: Apache-2.0
// tiled_matmul [PICKER [gang|per_job [idle|capable [phases|blocking [hang]]]]]: a driver in C, processors that compute,
// a bus that is one's own, and Gantry's task scheduler between them. Prints whether the product is right. `hang`: one
// of the processors stops in the middle, and the driver goes on without it.
#include <cstring>
#include <iostream>
#include <string>
#include <systemc>

#include "gantry/platform/processors_config.h"
#include "gantry/platform/scheduler_of.h"
#include "gantry/sc/task_scheduler.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "platform.h"

namespace {

constexpr std::uint64_t kMatrices = kMemory + 0x20000;  // behind the rings
constexpr matmul kWhere = {kMatrices, kMatrices + MATRIX_BYTES, kMatrices + 2 * MATRIX_BYTES,
                           kMatrices + 3 * MATRIX_BYTES};

std::uint32_t element(std::uint32_t matrix, std::uint32_t row, std::uint32_t column) {
  return (matrix * 7919 + row * 104729 + column * 1299709) % 1000003;
}

std::uint32_t* matrix(Memory& memory, std::uint64_t address) {
  return reinterpret_cast<std::uint32_t*>(memory.bytes.data() + (address - kMemory));
}

std::uint32_t wrong_elements(Memory& memory) {
  std::uint32_t wrong = 0;
  for (std::uint32_t row = 0; row < SIZE; ++row) {
    for (std::uint32_t column = 0; column < SIZE; ++column) {
      std::uint32_t sum = 0;
      for (std::uint32_t k = 0; k < SIZE; ++k) sum += element(0, row, k) * element(1, k, column);
      if (matrix(memory, kWhere.c)[row * SIZE + column] != sum) ++wrong;
    }
  }
  return wrong;
}

}  // namespace

int sc_main(int argc, char** argv) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  const auto argument = [&](int i, const char* otherwise) { return std::string(argc > i ? argv[i] : otherwise); };
  gantry::platform::Architecture architecture;
  architecture.processors->resize(1);
  architecture.processors->at(0).count = 4;
  architecture.dispatcher->mode =
      argument(2, "gang") == "gang" ? gantry::scheduler::MatchMode::gang : gantry::scheduler::MatchMode::per_job;
  architecture.dispatcher->match_against =
      argument(3, "idle") == "idle" ? gantry::scheduler::MatchAgainst::idle : gantry::scheduler::MatchAgainst::capable;
  const bool hangs = argument(5, "works") == "hang";
  if (hangs) {  // jobs that the driver ends are issued again; it has a clock of its own
    architecture.dispatcher->max_retries = 2;
    architecture.monitor->job_timeout = std::uint64_t{1} << 40;
  }
  gantry::scheduler::PolicyConfig policies;
  policies.picker = argument(1, policies.picker.c_str());

  const gantry::sc::ClockPeriod period(800);
  gantry::sc::GatedClock clock("clock", period, gantry::sc::GatedClock::Works::between_edges);
  gantry::sc::TaskScheduler::Options options;
  options.processors = kProcessors;
  options.processor_stride = kProcessorStride;
  options.blocking = argument(4, "phases") == "blocking";
  gantry::sc::TaskScheduler scheduler("scheduler", gantry::platform::scheduler_of(architecture, policies), options,
                                      clock);

  const std::uint32_t count = architecture.processors->at(0).count;
  std::vector<Bus::Range> ranges = {{kRegisters, GANTRY_TS_BYTES(5, count)}, {kMemory, kMemoryBytes}};
  for (std::uint32_t p = 0; p < count; ++p) ranges.push_back({kProcessors + p * kProcessorStride, kProcessorStride});
  Bus bus("bus", 3 + count, ranges);
  Memory memory("memory");
  Cpu cpu("cpu", kWhere);
  sc_core::sc_vector<TileProcessor> processors("processor", count);
  sc_core::sc_signal<bool> interrupt("interrupt");
  cpu.bus.bind(bus.from());
  scheduler.memory.socket.bind(bus.from());
  scheduler.jobs(0).bind(bus.from());
  bus.to(0).bind(scheduler.registers.socket);
  bus.to(1).bind(memory.socket);
  for (std::uint32_t p = 0; p < count; ++p) {
    processors[p].bus.bind(bus.from());
    bus.to(2 + p).bind(processors[p].jobs);
  }
  if (hangs) processors[1].hangs_after = 20;
  scheduler.interrupt.bind(interrupt);
  cpu.interrupt.bind(interrupt);

  for (std::uint32_t i = 0; i < SIZE * SIZE; ++i) {
    matrix(memory, kWhere.a)[i] = element(0, i / SIZE, i % SIZE);
    matrix(memory, kWhere.b)[i] = element(1, i / SIZE, i % SIZE);
  }
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC));

  const std::uint32_t wrong = wrong_elements(memory);
  std::cout << cpu.state.finished << " of " << cpu.state.submitted << " tasks done, " << cpu.bad << " of them badly, "
            << wrong << " elements of the product are wrong\n";
  if (argc == 1) {
    std::cout << "after " << sc_core::sc_time_stamp() << " and " << cpu.state.interrupts << " interrupts\n";
  }
  const std::uint64_t expected = hangs ? std::uint64_t{1} << GANTRY_TS_JOB_FAILED : 0;
  if (hangs) std::cout << cpu.hung << " processor switched off\n";
  return cpu.opened && cpu.hung == (hangs ? 1U : 0U) && wrong == 0 && cpu.bad == 0 && cpu.state.errors == expected ? 0
                                                                                                                   : 1;
}
