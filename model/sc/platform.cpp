// SPDX-License-Identifier: Apache-2.0
#include "sc/platform.h"

#include <algorithm>
#include <chrono>
#include <limits>

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

Platform::Platform(const sc_core::sc_module_name& name, Machine& machine)
    : sc_core::sc_module(name),
      host("host", machine, ClockPeriod(machine.architecture().clock_mhz)),
      interconnect("interconnect", machine.interconnect(), ClockPeriod(machine.architecture().clock_mhz)),
      processors("processors", machine.processors(), ClockPeriod(machine.architecture().clock_mhz)),
      memory("memory", machine.memory(), ClockPeriod(machine.architecture().clock_mhz)),
      scheduler("scheduler", machine, ClockPeriod(machine.architecture().clock_mhz)),
      memory_initiator("memory_initiator", machine.memory(), machine.architecture().memory.controllers,
                       ClockPeriod(machine.architecture().clock_mhz)),
      machine_(machine),
      clock_(machine.architecture().clock_mhz) {}

namespace {

/// The last cycle in which anything happened; simulation time may be beyond it.
Cycle last_run(Machine& machine) {
  Cycle last = 0;
  for (const Unit* unit : machine.units()) {
    if (unit->last_run() != kNever) last = std::max(last, unit->last_run());
  }
  return last;
}

}  // namespace

RunEnd Platform::simulate(const RunControl& control, Cycle& now) {
  using WallClock = std::chrono::steady_clock;
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  // Simulation time is a 64-bit number of picoseconds.
  last_cycle_ = std::numeric_limits<std::uint64_t>::max() / 2 / clock_.period().value();
  if (control.max_cycles != 0) last_cycle_ = std::min(last_cycle_, control.max_cycles);

  // Slices of simulated time between two looks at the outside world; they end between two clock edges.
  Cycle slice = 1 << 14;
  Cycle end = 0;
  for (;;) {
    end = std::min(end + slice, last_cycle_);
    const auto before = WallClock::now();
    const sc_core::sc_time until = clock_.at(end) + clock_.period() / 2.0;
    sc_core::sc_start(until - sc_core::sc_time_stamp());
    now = last_run(machine_);
    if (machine_.finished()) return RunEnd::complete;
    if (!sc_core::sc_pending_activity()) return RunEnd::deadlock;
    if (end == last_cycle_) {
      now = end;
      return RunEnd::cycle_limit;
    }
    if (control.stop != nullptr && control.stop->load()) return RunEnd::interrupted;
    if (control.progress) control.progress(now);
    const auto spent = WallClock::now() - before;
    if (spent < std::chrono::milliseconds(20)) slice *= 2;
    if (spent > std::chrono::milliseconds(200) && slice > 1024) slice /= 2;
  }
}

RunEnd run_systemc(Machine& machine, const RunControl& control, Cycle& now) {
  Platform platform("gantry", machine);
  MemoryTarget memory("memory", machine.architecture().memory, ClockPeriod(machine.architecture().clock_mhz));
  for (std::uint32_t c = 0; c < machine.architecture().memory.controllers; ++c) {
    platform.memory_initiator.socket(c).bind(memory.socket(c));
  }
  return platform.simulate(control, now);
}

std::string systemc_version() {
  return std::to_string(SC_VERSION_MAJOR) + "." + std::to_string(SC_VERSION_MINOR) + "." +
         std::to_string(SC_VERSION_PATCH);
}

}  // namespace gantry::sc
