// SPDX-License-Identifier: Apache-2.0
// Cycles as time, in integers, because floating point would print different digits on different machines.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"

namespace gantry {

/// A time in microseconds and millionths of them (picoseconds), rounded down.
struct ClockTime {
  std::uint64_t micros = 0;
  std::uint64_t picos = 0;  ///< picoseconds, below 1000000
};

/// Returns the time of a cycle. `clock_mhz`: from 1.
constexpr ClockTime clock_time(Cycle cycle, std::uint32_t clock_mhz) {
  return {cycle / clock_mhz, cycle % clock_mhz * 1000000 / clock_mhz};
}

/// Returns b - a of rounded times, so that adjacent intervals still meet. Precondition: b is not later than a.
constexpr ClockTime operator-(ClockTime a, ClockTime b) {
  if (a.picos >= b.picos) return {a.micros - b.micros, a.picos - b.picos};
  return {a.micros - b.micros - 1, a.picos + 1000000 - b.picos};
}

}  // namespace gantry
