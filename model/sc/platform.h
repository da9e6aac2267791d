// SPDX-License-Identifier: Apache-2.0
// The machine in SystemC: a shell per unit, the scheduler's blocks in one module, and the memory behind TLM-2.0
// sockets. model/platform/machine.cpp wires the units.
#pragma once

#include <systemc>

#include <memory>
#include <optional>
#include <string>

#include "gantry/kernel/run_control.h"
#include "gantry/platform/machine.h"
#include "gantry/sc/memory_initiator.h"
#include "gantry/sc/memory_target.h"
#include "gantry/sc/run_cuts.h"
#include "gantry/sc/run_systemc.h"
#include "gantry/sc/unit_module.h"

namespace gantry::sc {

/// Shells of task cache, decomposer, register file, state monitor and dispatcher.
class SchedulerShells : public sc_core::sc_module {
 public:
  SchedulerShells(const sc_core::sc_module_name& name, Machine& machine, GatedClock& clock);

  UnitModule task_cache;
  UnitModule decomposer;
  UnitModule register_file;
  UnitModule monitor;
  UnitModule dispatcher;
};

/// Shell of the host; ends the clock when the host has taken its last interrupt.
class HostModule : public UnitModule {
 public:
  HostModule(const sc_core::sc_module_name& name, Machine& machine, GatedClock& clock);

 protected:
  void tick(Cycle now) override;

 private:
  Machine& machine_;
};

/// The whole machine but the memory. Bind a TLM-2.0 target to every socket of `memory_initiator`, MemoryTarget or your
/// own. Then call simulate(), or sc_start() in a simulation of your own, of several platforms for example: ended() is
/// notified when the machine has finished, and only your program stops the simulation.
class Platform : public sc_core::sc_module {
 public:
  Platform(const sc_core::sc_module_name& name, Machine& machine, const ClockPeriod& period);

  GatedClock clock;
  HostModule host;
  UnitModule interconnect;
  UnitModule processors;
  UnitModule memory;
  SchedulerShells scheduler;
  MemoryInitiator memory_initiator;
  std::unique_ptr<UnitModule> background;       ///< nullptr: none
  std::unique_ptr<UnitModule> directory;        ///< nullptr: no task has data
  std::unique_ptr<UnitModule> control_network;  ///< nullptr: no control network

  /// Simulates to the end of the machine, whatever else is alive. Returns how the run ended; deadlock: no unit is due,
  /// and no memory owes an answer. `now`: its last cycle. Before the simulation has started. With cuts in `control` the
  /// machine must serve its memory itself (GlobalMemory::use): what is behind the sockets cannot be saved.
  RunEnd simulate(const RunControl& control, Cycle& now);
  /// Notified in the cycle in which the machine finishes.
  [[nodiscard]] const sc_core::sc_event& ended() const { return clock.ended(); }

 private:
  void start_of_simulation() override;
  Machine& machine_;
  Cycle last_cycle_ = kNever;
  std::optional<RunCuts> cuts_;  ///< nothing: the run is not cut
};

}  // namespace gantry::sc
