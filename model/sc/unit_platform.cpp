// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/unit_platform.h"

#include <algorithm>
#include <limits>

namespace gantry::sc {

namespace {

/// Ends the clock when the machine has finished.
class WatchedModule final : public UnitModule {
 public:
  WatchedModule(const sc_core::sc_module_name& name, Unit& unit, GatedClock& clock, const ClockedMachine& machine)
      : UnitModule(name, unit, clock), machine_(machine) {}

 protected:
  void tick(Cycle now) override {
    UnitModule::tick(now);
    if (machine_.finished()) clock().stop();
  }

 private:
  const ClockedMachine& machine_;
};

}  // namespace

Cycle last_cycle(const ClockPeriod& period, const RunControl& control) {
  // Simulation time is a 64-bit number.
  const Cycle most = std::numeric_limits<std::uint64_t>::max() / 2 / period.period().value();
  return control.max_cycles == 0 ? most : std::min(most, control.max_cycles);
}

RunEnd simulate_to_end(GatedClock& clock, const ClockedMachine& machine, const RunControl& control, Cycle& now) {
  const Cycle last = last_cycle(clock.period(), control);
  clock.run_ahead_until(last);
  const sc_core::sc_time until = clock.period().at(last) + clock.period().period() / 2.0;  // between two clock edges
  for (;;) {
    sc_core::sc_start(until - sc_core::sc_time_stamp());
    now = last_run(machine);  // simulation time may be beyond it
    if (machine.finished()) return RunEnd::complete;
    if (!clock.take_pause()) break;
    if (clock.is_quiet()) return RunEnd::deadlock;
    if (control.stop != nullptr && control.stop->load()) return RunEnd::interrupted;
    if (control.progress) control.progress(now);
  }
  if (!sc_core::sc_pending_activity()) return RunEnd::deadlock;
  now = last;
  return RunEnd::cycle_limit;
}

UnitPlatform::UnitPlatform(const sc_core::sc_module_name& name, ClockedMachine& machine, const ClockPeriod& period)
    : sc_core::sc_module(name), clock("clock", period), machine_(machine) {
  for (Unit* unit : machine.units()) {
    modules_.push_back(std::make_unique<WatchedModule>(unit->name().c_str(), *unit, clock, machine));
  }
  clock.watch(machine.watcher());
}

RunEnd UnitPlatform::simulate(const RunControl& control, Cycle& now) {
  last_cycle_ = last_cycle(clock.period(), control);
  if (RunCuts::any(control)) cuts_.emplace(control, machine_, clock);
  const RunEnd end = simulate_to_end(clock, machine_, control, now);
  if (cuts_ && end == RunEnd::cycle_limit) cuts_->end(last_cycle_);
  return end;
}

RunEnd run_systemc(ClockedMachine& machine, const RunControl& control, Cycle& now) {
  UnitPlatform platform("gantry", machine, ClockPeriod::shortest());
  return platform.simulate(control, now);
}

}  // namespace gantry::sc
