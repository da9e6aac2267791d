// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/platform.h"

#include "gantry/platform/global_memory.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host.h"
#include "gantry/platform/processors.h"
#include "gantry/sc/unit_platform.h"
#include "gantry/scheduler/decomposer_base.h"
#include "gantry/scheduler/dispatcher_base.h"
#include "gantry/scheduler/state_monitor_base.h"
#include "gantry/scheduler/task_cache_base.h"

namespace gantry::sc {

SchedulerShells::SchedulerShells(const sc_core::sc_module_name& name, Machine& machine, GatedClock& clock)
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
      memory_initiator("memory_initiator", machine.memory(), machine.architecture().memory->controllers, period),
      machine_(machine) {
  clock.watch(machine.watcher());
  clock.wait_for([this] { return memory_initiator.outstanding() > 0; });
  if (machine.background() != nullptr) {
    background = std::make_unique<UnitModule>("background", *machine.background(), clock);
  }
  if (machine.directory() != nullptr) {
    directory = std::make_unique<UnitModule>("directory", *machine.directory(), clock);
  }
  if (machine.control() != nullptr)
    control_network = std::make_unique<UnitModule>("control", *machine.control(), clock);
}

RunEnd Platform::simulate(const RunControl& control, Cycle& now) {
  last_cycle_ = last_cycle(clock.period(), control);
  if (RunCuts::any(control)) cuts_.emplace(control, machine_, clock);
  const RunEnd end = simulate_to_end(clock, machine_, control, now);
  if (cuts_ && end == RunEnd::cycle_limit) cuts_->end(last_cycle_);
  return end;
}

void Platform::start_of_simulation() {
  machine_.start(last_cycle_);
  if (cuts_) cuts_->restore();
}

RunEnd run_systemc(Machine& machine, const RunControl& control, Cycle& now) {
  const ClockPeriod clock = ClockPeriod::shortest();
  Platform platform("gantry", machine, clock);
  // The controllers behind the sockets are those of the machine, so that only the machine's own can be saved.
  if (RunCuts::any(control)) machine.memory().use(nullptr);
  MemoryTarget memory("memory", *machine.architecture().memory, clock);
  for (std::uint32_t c = 0; c < machine.architecture().memory->controllers; ++c) {
    platform.memory_initiator.socket(c).bind(memory.socket(c));
  }
  return platform.simulate(control, now);
}

bool has_systemc() { return true; }

std::string systemc_version() {
  return std::to_string(SC_VERSION_MAJOR) + "." + std::to_string(SC_VERSION_MINOR) + "." +
         std::to_string(SC_VERSION_PATCH);
}

}  // namespace gantry::sc
