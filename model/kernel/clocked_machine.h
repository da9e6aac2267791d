// SPDX-License-Identifier: Apache-2.0
// Interface of a machine for kernels: its units, the start, and the end of a run.
#pragma once

#include <vector>

#include "gantry/kernel/cycle_watcher.h"
#include "gantry/kernel/unit.h"

namespace gantry {
inline namespace kernel {

/// Implements ClockedMachine::run_due for a list of units.
inline const Unit* run_due(const std::vector<Unit*>& units, Cycle now) {
  const Unit* again = nullptr;
  for (Unit* unit : units) {
    if (unit->run_if_due(now)) again = unit;
  }
  return again;
}

class ClockedMachine {
 public:
  virtual ~ClockedMachine() = default;
  /// All units, in a fixed order. No result depends on the order.
  [[nodiscard]] virtual const std::vector<Unit*>& units() const = 0;
  /// Runs the units that are due in cycle `now`. Returns one that was due in the next cycle when it had run; nullptr:
  /// none. A later unit may have rescheduled it. A machine may call its units one by one, which is faster than a loop.
  virtual const Unit* run_due(Cycle now) { return gantry::run_due(units(), now); }
  /// Wakes the units that act first. Call after the units are attached to a kernel. `last_cycle`: latest end of the
  /// run.
  virtual void start(Cycle last_cycle) = 0;
  /// Whether the run is complete: kernels end it.
  [[nodiscard]] virtual bool finished() const = 0;
  /// The observer that kernels call between cycles; nullptr: none.
  [[nodiscard]] virtual CycleWatcher* watcher() { return nullptr; }
  /// Switches the periodic fast-forward off: every cycle is run, and observers are notified as if it were on. Call
  /// before `start`.
  virtual void run_all_cycles() {}
  /// Throws std::logic_error if an invariant of a unit, or between units, is broken.
  virtual void verify() const = 0;
};

/// Returns the last cycle in which any unit ran; 0: none has run.
[[nodiscard]] inline Cycle last_run(const ClockedMachine& machine) {
  Cycle last = 0;
  for (const Unit* unit : machine.units()) {
    if (unit->last_run() != kNever && unit->last_run() > last) last = unit->last_run();
  }
  return last;
}

}  // namespace kernel
}  // namespace gantry
