// SPDX-License-Identifier: Apache-2.0
// Cycles as time, in integers: floating point would print different digits on different machines.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"

namespace gantry {

/// A time in microseconds and millionths of them (picoseconds), rounded down.
struct ClockTime {
  std::uint64_t micros = 0;
  std::uint64_t picos = 0;  ///< below 1000000
};

/// `clock_mhz` from 1.
constexpr ClockTime clock_time(Cycle cycle, std::uint32_t clock_mhz) {
  return {cycle / clock_mhz, cycle % clock_mhz * 1000000 / clock_mhz};
}

/// Precondition: b is not later than a. Differences of rounded times, so that neighbouring intervals still meet.
constexpr ClockTime operator-(ClockTime a, ClockTime b) {
  if (a.picos >= b.picos) return {a.micros - b.micros, a.picos - b.picos};
  return {a.micros - b.micros - 1, a.picos + 1000000 - b.picos};
}

}  // namespace gantry
