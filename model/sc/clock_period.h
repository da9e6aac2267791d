// SPDX-License-Identifier: Apache-2.0
// Converts between cycles and simulation time.
#pragma once

#include <systemc>

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "gantry/base/types.h"

namespace gantry::sc {

class ClockPeriod {
 public:
  /// `clock_mhz` from 1 to 100000; the period is rounded to picoseconds. Throws std::invalid_argument when it is no
  /// multiple of the time resolution, or a single unit of it, of which there is no half to work in.
  explicit ClockPeriod(std::uint32_t clock_mhz) : period_(picoseconds(clock_mhz), sc_core::SC_PS) {
    const double resolution = sc_core::sc_get_time_resolution().to_seconds() * 1e12;
    const double units = picoseconds(clock_mhz) / resolution;
    if (units < 1.5 || std::abs(units - std::round(units)) > 1e-6) {
      throw std::invalid_argument("a clock of " + std::to_string(clock_mhz) +
                                  " MHz needs a finer time resolution (sc_set_time_resolution)");
    }
  }
  /// Two units of time per cycle, whatever the clock is, so that 64 bits of time last for 2^63 cycles: for platforms in
  /// which nothing but Gantry looks at the time.
  static ClockPeriod shortest() { return ClockPeriod(sc_core::sc_time::from_value(2)); }

  [[nodiscard]] sc_core::sc_time at(Cycle cycle) const { return sc_core::sc_time::from_value(cycle * period_.value()); }
  [[nodiscard]] Cycle now() const { return sc_core::sc_time_stamp().value() / period_.value(); }
  [[nodiscard]] const sc_core::sc_time& period() const { return period_; }
  /// The first cycle that does not begin before `time`: in it a message of that time is seen.
  [[nodiscard]] Cycle first_at(const sc_core::sc_time& time) const { return ceil_div(time.value(), period_.value()); }
  [[nodiscard]] Cycle seen(const sc_core::sc_time& delay) const { return first_at(sc_core::sc_time_stamp() + delay); }
  /// How long it is to the begin of a cycle that has not begun.
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
