// SPDX-License-Identifier: Apache-2.0
// What a kernel needs to know of a machine: its units, and when it is over.
#pragma once

#include <vector>

#include "gantry/kernel/cycle_watcher.h"
#include "gantry/kernel/unit.h"

namespace gantry {
inline namespace kernel {

/// As ClockedMachine::run_due.
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
  /// In a fixed order that no result depends on.
  [[nodiscard]] virtual const std::vector<Unit*>& units() const = 0;
  /// Runs the units that are due in cycle `now`. Answers one of them that is due in the next cycle, unless another has
  /// put it off since; nullptr: none is. A machine that knows its units by name may call them by name.
  virtual const Unit* run_due(Cycle now) { return gantry::run_due(units(), now); }
  /// Wakes the units that act first. Call after the units are attached to a kernel. `last_cycle`: end of the run at the
  /// latest.
  virtual void start(Cycle last_cycle) = 0;
  [[nodiscard]] virtual bool finished() const = 0;
  /// nullptr: nothing looks at the machine between cycles.
  [[nodiscard]] virtual CycleWatcher* watcher() { return nullptr; }
  /// Switches the periodic fast-forward off: every cycle is run, and observers are notified as if it were on. Call
  /// before `start`.
  virtual void run_all_cycles() {}
  /// Invariants of all units and between them; throws std::logic_error.
  virtual void verify() const = 0;
};

/// The last cycle in which any unit ran; 0 before the first.
[[nodiscard]] inline Cycle last_run(const ClockedMachine& machine) {
  Cycle last = 0;
  for (const Unit* unit : machine.units()) {
    if (unit->last_run() != kNever && unit->last_run() > last) last = unit->last_run();
  }
  return last;
}

}  // namespace kernel
}  // namespace gantry
