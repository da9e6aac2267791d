// SPDX-License-Identifier: Apache-2.0
// The SystemC shell of a unit, driven by a GatedClock: its place in the module hierarchy.
#pragma once

#include <systemc>

#include "gantry/kernel/unit.h"
#include "gantry/sc/gated_clock.h"

namespace gantry::sc {

class UnitModule : public sc_core::sc_module, public Waker {
 public:
  UnitModule(const sc_core::sc_module_name& name, Unit& unit, GatedClock& clock,
             GatedClock::Time time = GatedClock::Time::of_no_concern)
      : sc_core::sc_module(name), unit_(&unit), clock_(clock), number_(clock.drive(*this, time)) {
    unit_->attach(this);
  }
  /// Puts another unit into the shell. The previous one is not run any more.
  void replace(Unit& unit) {
    clock_.cancel(number_);
    unit_ = &unit;
    unit_->attach(this);
  }

  void schedule(Cycle at) override { clock_.schedule(number_, at); }
  void cancel() override { clock_.cancel(number_); }
  /// Runs the unit in cycle `now`.
  virtual void tick(Cycle now) { unit_->run(now); }

 protected:
  [[nodiscard]] GatedClock& clock() const { return clock_; }

 private:
  Unit* unit_;
  GatedClock& clock_;
  const std::size_t number_;
};

}  // namespace gantry::sc
