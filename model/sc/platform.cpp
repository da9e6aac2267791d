// SPDX-License-Identifier: Apache-2.0
#include "sc/platform.h"

#include <algorithm>
#include <limits>

namespace gantry::sc {

TaskScheduler::TaskScheduler(const sc_core::sc_module_name& name, Machine& machine, GatedClock& clock)
    : sc_core::sc_module(name),
      task_cache("task_cache", machine.task_cache(), clock),
      decomposer("decomposer", machine.decomposer(), clock),
      register_file("register_file", machine.register_file(), clock),
      monitor("monitor", machine.monitor(), clock),
      dispatcher("dispatcher", machine.dispatcher(), clock) {}

HostModule::HostModule(const sc_core::sc_module_name& name, Machine& machine, GatedClock& clock)
    : UnitModule(name, machine.host(), clock), machine_(machine) {}

void HostModule::tick(Cycle now) {
  UnitModule::tick(now);
  if (machine_.finished()) clock().stop();
}

Platform::Platform(const sc_core::sc_module_name& name, Machine& machine, const ClockPeriod& period)
    : sc_core::sc_module(name),
      clock("clock", period),
      host("host", machine, clock),
      interconnect("interconnect", machine.interconnect(), clock),
      processors("processors", machine.processors(), clock),
      memory("memory", machine.memory(), clock, GatedClock::Time::must_be_exact),
      scheduler("scheduler", machine, clock),
      memory_initiator("memory_initiator", machine.memory(), machine.architecture().memory.controllers, period),
      machine_(machine) {}

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
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  // Simulation time is a 64-bit number.
  last_cycle_ = std::numeric_limits<std::uint64_t>::max() / 2 / clock.period().period().value();
  if (control.max_cycles != 0) last_cycle_ = std::min(last_cycle_, control.max_cycles);
  clock.run_ahead_until(last_cycle_);
  const sc_core::sc_time until =
      clock.period().at(last_cycle_) + clock.period().period() / 2.0;  // between two clock edges
  for (;;) {
    sc_core::sc_start(until - sc_core::sc_time_stamp());
    now = last_run(machine_);
    if (machine_.finished()) return RunEnd::complete;
    if (!clock.take_pause()) break;
    if (control.stop != nullptr && control.stop->load()) return RunEnd::interrupted;
    if (control.progress) control.progress(now);
  }
  if (!sc_core::sc_pending_activity()) return RunEnd::deadlock;
  now = last_cycle_;
  return RunEnd::cycle_limit;
}

RunEnd run_systemc(Machine& machine, const RunControl& control, Cycle& now) {
  const ClockPeriod clock = ClockPeriod::shortest();
  Platform platform("gantry", machine, clock);
  MemoryTarget memory("memory", machine.architecture().memory, clock);
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
