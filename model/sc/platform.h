// SPDX-License-Identifier: Apache-2.0
// The machine in SystemC: a shell per unit, the scheduler's blocks inside one module, and the memory behind TLM-2.0
// sockets. The wires between the units are those of core/machine.cpp.
#pragma once

#include <systemc>

#include <memory>
#include <string>

#include "core/machine.h"
#include "core/run_control.h"
#include "sc/memory_initiator.h"
#include "sc/memory_target.h"
#include "sc/unit_module.h"

namespace gantry::sc {

/// Task cache, decomposer, register file, state monitor and dispatcher.
class TaskScheduler : public sc_core::sc_module {
 public:
  TaskScheduler(const sc_core::sc_module_name& name, Machine& machine, GatedClock& clock);

  UnitModule task_cache;
  UnitModule decomposer;
  UnitModule register_file;
  UnitModule monitor;
  UnitModule dispatcher;
};

/// Ends the simulation when the host has taken its last interrupt.
class HostModule : public UnitModule {
 public:
  HostModule(const sc_core::sc_module_name& name, Machine& machine, GatedClock& clock);

 protected:
  void tick(Cycle now) override;

 private:
  Machine& machine_;
};

/// Everything but the memory itself: bind a TLM-2.0 target to every socket of `memory_initiator`, Gantry's MemoryTarget
/// or one of your own, then call simulate().
class Platform : public sc_core::sc_module {
 public:
  Platform(const sc_core::sc_module_name& name, Machine& machine, const ClockPeriod& period);

  GatedClock clock;
  HostModule host;
  UnitModule interconnect;
  UnitModule processors;
  UnitModule memory;
  TaskScheduler scheduler;
  MemoryInitiator memory_initiator;
  std::unique_ptr<UnitModule> background;  ///< nullptr: there is none

  /// Simulates to the end; once per process, as SystemC has it. Answers how the run ended; `now` is its last cycle.
  RunEnd simulate(const RunControl& control, Cycle& now);

 private:
  void start_of_simulation() override { machine_.start(last_cycle_); }
  Machine& machine_;
  Cycle last_cycle_ = 0;
};

/// A Platform with Gantry's memory behind it, elaborated and simulated.
RunEnd run_systemc(Machine& machine, const RunControl& control, Cycle& now);

/// Version of the SystemC library, for example "2.3.4".
std::string systemc_version();

}  // namespace gantry::sc
