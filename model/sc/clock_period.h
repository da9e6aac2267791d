// SPDX-License-Identifier: Apache-2.0
// Conversion between cycles and simulation time.
#pragma once

#include <systemc>

#include <cmath>
#include <cstdint>
#include <string>

#include "gantry/base/error.h"
#include "gantry/base/types.h"

namespace gantry::sc {

class ClockPeriod {
 public:
  /// `clock_mhz`: 1 to 100000; the period is rounded to picoseconds. Throws Error when the period is no
  /// multiple of the time resolution, or a single unit of it, which has no half.
  explicit ClockPeriod(std::uint32_t clock_mhz) : period_(picoseconds(clock_mhz), sc_core::SC_PS) {
    const double resolution = sc_core::sc_get_time_resolution().to_seconds() * 1e12;
    const double units = picoseconds(clock_mhz) / resolution;
    if (units < 1.5 || std::abs(units - std::round(units)) > 1e-6) {
      throw Error("a clock of " + std::to_string(clock_mhz) +
                  " MHz needs a finer time resolution (sc_set_time_resolution)");
    }
  }
  /// Returns any other period, such as 1.5 ns: at least two units of the time resolution, so that it has a half. Throws
  /// Error for a shorter one.
  static ClockPeriod of(const sc_core::sc_time& period) {
    if (period.value() < 2)
      throw Error("a clock period of " + period.to_string() + " has no half in the time resolution");
    return ClockPeriod(period);
  }
  /// Returns a period of two units of time, so that 64 bits of time hold 2^63 cycles. For platforms in which nothing
  /// but Gantry depends on simulation time.
  static ClockPeriod shortest() { return ClockPeriod(sc_core::sc_time::from_value(2)); }

  /// Returns the time at which a cycle begins. Precondition: 64 bits hold it (shortest()).
  [[nodiscard]] sc_core::sc_time at(Cycle cycle) const { return sc_core::sc_time::from_value(cycle * period_.value()); }
  /// Returns the current cycle: the last one that has begun.
  [[nodiscard]] Cycle now() const { return sc_core::sc_time_stamp().value() / period_.value(); }
  [[nodiscard]] const sc_core::sc_time& period() const { return period_; }
  /// Returns the first cycle that begins at or after `time`: a message of that time is seen in it.
  [[nodiscard]] Cycle first_at(const sc_core::sc_time& time) const { return ceil_div(time.value(), period_.value()); }
  /// Returns first_at() of the time `delay` from now.
  [[nodiscard]] Cycle seen(const sc_core::sc_time& delay) const { return first_at(sc_core::sc_time_stamp() + delay); }
  /// Returns the time until a cycle begins. Precondition: it has not begun before the current time.
  [[nodiscard]] sc_core::sc_time to(Cycle cycle) const { return at(cycle) - sc_core::sc_time_stamp(); }

 private:
  explicit ClockPeriod(const sc_core::sc_time& period) : period_(period) {}
  static double picoseconds(std::uint32_t clock_mhz) {
    const std::uint32_t rounded = (1000000 + clock_mhz / 2) / clock_mhz;
    return static_cast<double>(rounded);
  }

  sc_core::sc_time period_;
};

}  // namespace gantry::sc
