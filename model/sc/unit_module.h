// SPDX-License-Identifier: Apache-2.0
// The SystemC shell of a unit: one method that sleeps unless the unit has work. There is no free-running clock; the
// method is woken by a link, a timer or the unit's own wish to go on in the next cycle.
#pragma once

#include <systemc>

#include "core/unit.h"

namespace gantry::sc {

/// Converts between cycles and simulation time.
class ClockPeriod {
 public:
  /// `clock_mhz` from 1 to 100000; the period is rounded to picoseconds.
  explicit ClockPeriod(std::uint32_t clock_mhz) : period_(picoseconds(clock_mhz), sc_core::SC_PS) {}

  [[nodiscard]] sc_core::sc_time at(Cycle cycle) const { return sc_core::sc_time::from_value(cycle * period_.value()); }
  [[nodiscard]] Cycle now() const { return sc_core::sc_time_stamp().value() / period_.value(); }
  [[nodiscard]] const sc_core::sc_time& period() const { return period_; }

 private:
  static double picoseconds(std::uint32_t clock_mhz) {
    const std::uint32_t rounded = (1000000 + clock_mhz / 2) / clock_mhz;
    return static_cast<double>(rounded);
  }

  sc_core::sc_time period_;
};

class UnitModule : public sc_core::sc_module, public Waker {
 public:
#if SC_VERSION_MAJOR < 3  // later versions need no declaration, and call this one deprecated
  SC_HAS_PROCESS(UnitModule);
#endif
  UnitModule(const sc_core::sc_module_name& name, Unit& unit, const ClockPeriod& clock);

  void schedule(Cycle at) override { due_.notify(clock_.at(at) - sc_core::sc_time_stamp()); }

 protected:
  /// Runs the unit in the current cycle.
  virtual void tick() { unit_.run(clock_.now()); }

 private:
  Unit& unit_;
  const ClockPeriod clock_;
  sc_core::sc_event due_;
};

}  // namespace gantry::sc
