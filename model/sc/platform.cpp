// SPDX-License-Identifier: Apache-2.0
#include "sc/platform.h"

#include <algorithm>
#include <chrono>

namespace gantry::sc {

TaskScheduler::TaskScheduler(const sc_core::sc_module_name& name, Machine& machine, const ClockPeriod& clock)
    : sc_core::sc_module(name),
      task_cache("task_cache", machine.task_cache(), clock),
      decomposer("decomposer", machine.decomposer(), clock),
      register_file("register_file", machine.register_file(), clock),
      monitor("monitor", machine.monitor(), clock),
      dispatcher("dispatcher", machine.dispatcher(), clock) {}

HostModule::HostModule(const sc_core::sc_module_name& name, Machine& machine, const ClockPeriod& clock)
    : UnitModule(name, machine.host(), clock), machine_(machine) {}

void HostModule::tick() {
  UnitModule::tick();
  if (machine_.finished()) sc_core::sc_stop();
}

Platform::Platform(const sc_core::sc_module_name& name, Machine& machine, Cycle last_cycle)
    : sc_core::sc_module(name),
      host("host", machine, ClockPeriod(machine.architecture().clock_mhz)),
      interconnect("interconnect", machine.interconnect(), ClockPeriod(machine.architecture().clock_mhz)),
      processors("processors", machine.processors(), ClockPeriod(machine.architecture().clock_mhz)),
      memory("memory", machine.memory(), ClockPeriod(machine.architecture().clock_mhz)),
      scheduler("scheduler", machine, ClockPeriod(machine.architecture().clock_mhz)),
      memory_initiator("memory_initiator", machine.memory(), machine.architecture().memory.controllers,
                       ClockPeriod(machine.architecture().clock_mhz)),
      memory_target("memory_target", machine.architecture().memory, ClockPeriod(machine.architecture().clock_mhz)),
      machine_(machine),
      last_cycle_(last_cycle) {
  for (std::uint32_t c = 0; c < machine.architecture().memory.controllers; ++c) {
    memory_initiator.socket(c).bind(memory_target.socket(c));
  }
}

RunEnd run_systemc(Machine& machine, const RunControl& control, Cycle& now) {
  using Clock = std::chrono::steady_clock;
  const ClockPeriod clock(machine.architecture().clock_mhz);
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_SIMULATION_STOP_CALLED_TWICE_, sc_core::SC_DO_NOTHING);
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  Platform platform("gantry", machine, control.max_cycles == 0 ? kNever : control.max_cycles);

  // Slices of simulated time between two looks at the outside world; they end between two clock edges.
  Cycle slice = 1 << 14;
  Cycle end = 0;
  for (;;) {
    end += slice;
    if (control.max_cycles != 0) end = std::min(end, control.max_cycles);
    const auto before = Clock::now();
    const sc_core::sc_time until = clock.at(end) + clock.period() / 2.0;
    sc_core::sc_start(until - sc_core::sc_time_stamp(), sc_core::SC_EXIT_ON_STARVATION);
    now = clock.now();
    if (machine.finished()) return RunEnd::complete;
    if (!sc_core::sc_pending_activity()) return RunEnd::deadlock;
    if (control.max_cycles != 0 && now >= control.max_cycles) {
      now = control.max_cycles;
      return RunEnd::cycle_limit;
    }
    if (control.stop != nullptr && control.stop->load()) return RunEnd::interrupted;
    if (control.progress) control.progress(now);
    const auto spent = Clock::now() - before;
    if (spent < std::chrono::milliseconds(20)) slice *= 2;
    if (spent > std::chrono::milliseconds(200) && slice > 1024) slice /= 2;
  }
}

std::string systemc_version() {
  return std::to_string(SC_VERSION_MAJOR) + "." + std::to_string(SC_VERSION_MINOR) + "." +
         std::to_string(SC_VERSION_PATCH);
}

}  // namespace gantry::sc
