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
  /// Two units of time per cycle, whatever the clock is, so that 64 bits of time last for 2^63 cycles: for platforms in
  /// which nothing but Gantry looks at the time.
  static ClockPeriod shortest() { return ClockPeriod(sc_core::sc_time::from_value(2)); }

  [[nodiscard]] sc_core::sc_time at(Cycle cycle) const { return sc_core::sc_time::from_value(cycle * period_.value()); }
  [[nodiscard]] Cycle now() const { return sc_core::sc_time_stamp().value() / period_.value(); }
  [[nodiscard]] const sc_core::sc_time& period() const { return period_; }

 private:
  explicit ClockPeriod(const sc_core::sc_time& period) : period_(period) {}
  static double picoseconds(std::uint32_t clock_mhz) {
    const std::uint32_t rounded = (1000000 + clock_mhz / 2) / clock_mhz;
    return static_cast<double>(rounded);
  }

  sc_core::sc_time period_;
};

/// Lets the simulation return to its caller now and then, however much or little time a cycle takes.
class Breather {
 public:
  void breathe() {
    if (--left_ > 0) return;
    left_ = kTicks;
    paused_ = true;
    sc_core::sc_pause();
  }
  /// Whether it paused since the last call.
  bool take_pause() {
    const bool paused = paused_;
    paused_ = false;
    return paused;
  }

 private:
  static constexpr std::uint32_t kTicks = 1 << 16;
  std::uint32_t left_ = kTicks;
  bool paused_ = false;
};

class UnitModule : public sc_core::sc_module, public Waker {
 public:
#if SC_VERSION_MAJOR < 3  // later versions need no declaration, and call this one deprecated
  SC_HAS_PROCESS(UnitModule);
#endif
  /// `breather` (or nullptr) is asked at every run of the unit.
  UnitModule(const sc_core::sc_module_name& name, Unit& unit, const ClockPeriod& clock, Breather* breather = nullptr);

  void schedule(Cycle at) override { due_.notify(clock_.at(at) - sc_core::sc_time_stamp()); }

 protected:
  /// Runs the unit in the current cycle.
  virtual void tick() {
    unit_.run(clock_.now());
    if (breather_ != nullptr) breather_->breathe();
  }

 private:
  Unit& unit_;
  const ClockPeriod clock_;
  Breather* breather_;
  sc_core::sc_event due_;
};

}  // namespace gantry::sc
