// SPDX-License-Identifier: Apache-2.0
// Any machine of units in SystemC: a shell per unit and one clock. The job machine uses Platform instead, for its
// module hierarchy and its TLM-2.0 memory.
#pragma once

#include <systemc>

#include <memory>
#include <optional>
#include <vector>

#include "gantry/kernel/clocked_machine.h"
#include "gantry/kernel/run_control.h"
#include "gantry/sc/run_cuts.h"
#include "gantry/sc/run_systemc.h"
#include "gantry/sc/unit_module.h"

namespace gantry::sc {

/// Returns the last cycle that simulation time can hold and `control` allows.
Cycle last_cycle(const ClockPeriod& period, const RunControl& control);

/// Simulates to the end of the machine, at most to last_cycle(), whatever else is alive in the simulation, which may go
/// on afterwards. The caller starts the machine at the start of simulation and stops the clock when it has finished.
/// Returns how the run ended. `now`: its last cycle.
RunEnd simulate_to_end(GatedClock& clock, const ClockedMachine& machine, const RunControl& control, Cycle& now);

class UnitPlatform : public sc_core::sc_module {
 public:
  /// `machine` must outlive the platform. It may have at most 64 units.
  UnitPlatform(const sc_core::sc_module_name& name, ClockedMachine& machine, const ClockPeriod& period);

  GatedClock clock;

  /// Starts the machine and calls simulate_to_end().
  RunEnd simulate(const RunControl& control, Cycle& now);

 private:
  void start_of_simulation() override {
    machine_.start(last_cycle_);
    if (cuts_) cuts_->restore();
  }

  ClockedMachine& machine_;
  std::vector<std::unique_ptr<UnitModule>> modules_;
  Cycle last_cycle_ = kNever;
  std::optional<RunCuts> cuts_;  ///< nothing: the run is not cut
};

}  // namespace gantry::sc
