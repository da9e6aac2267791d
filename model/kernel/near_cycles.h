// SPDX-License-Identifier: Apache-2.0
// The next 63 cycles as bits of a word, bit (cycle % 64) each, so that the next one is found by a bit scan. Calendar
// (kernel/calendar.h) does the same for many items and further ahead.
#pragma once

#include <cstdint>

#include "gantry/base/bits.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace kernel {

/// Returns the first cycle after `now` whose bit (cycle % 64) is set. Bit (now % 64) stands for cycle now + 64.
/// Precondition: bits != 0.
inline Cycle first_cycle_after(Cycle now, std::uint64_t bits) {
  const auto turn = static_cast<std::uint32_t>((now + 1) % 64);
  const std::uint64_t turned = turn == 0 ? bits : (bits >> turn) | (bits << (64 - turn));
  return now + 1 + lowest_bit(turned);
}

}  // namespace kernel
}  // namespace gantry
