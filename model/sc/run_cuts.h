// SPDX-License-Identifier: Apache-2.0
// The cuts of a run (RunControl) with SystemC: saves a machine between two edges of its clock.
#pragma once

#include "gantry/kernel/clocked_machine.h"
#include "gantry/kernel/cycle_watcher.h"
#include "gantry/kernel/run_control.h"
#include "gantry/sc/gated_clock.h"

namespace gantry::sc {

class RunCuts final : public CycleWatcher {
 public:
  /// Whether a run is cut, or goes on from a cut.
  [[nodiscard]] static bool any(const RunControl& control) { return control.first_cut != kNever || control.restore; }

  /// The arguments must outlive it. The clock's watcher is now this one, which calls that of the machine.
  RunCuts(const RunControl& control, ClockedMachine& machine, GatedClock& clock)
      : control_(control), machine_(machine), clock_(clock), cut_(control.first_cut) {
    clock.watch(this);
  }

  /// When the machine has been started, before the first edge.
  void restore() {
    if (!control_.restore) return;
    last_ = control_.restore();
    clock_.restart(last_);
    for (Unit* unit : machine_.units()) unit->reschedule(unit->due());
  }
  void before(Cycle now) override {
    save_before(now);
    last_ = now;
    if (CycleWatcher* watcher = machine_.watcher()) watcher->before(now);
  }
  /// The run has ended at its limit in cycle `last`.
  void end(Cycle last) { save_before(last + 1); }

 private:
  void save_before(Cycle next) {
    if (cut_ < next) cut_ = control_.save(cut_, last_, next);
  }

  const RunControl& control_;
  ClockedMachine& machine_;
  GatedClock& clock_;
  Cycle cut_;       ///< last cycle before the next call of RunControl::save
  Cycle last_ = 0;  ///< cycle of the last edge
};

}  // namespace gantry::sc
