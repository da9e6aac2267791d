// SPDX-License-Identifier: Apache-2.0
// Round-robin arbitration on bit masks.
#pragma once

#include <cstdint>

#include "gantry/base/bits.h"

namespace gantry {
inline namespace network {

/// Returns the number of the first set bit of `mask` at or after `pointer`, wrapping around. Precondition: mask != 0,
/// pointer < 64.
inline std::uint32_t round_robin_from(std::uint64_t mask, std::uint32_t pointer) {
  const std::uint64_t rotated = (mask >> pointer) | (mask << ((64 - pointer) % 64));
  return (lowest_bit(rotated) + pointer) % 64;
}

/// Last winner of an arbiter that has not granted yet: round_robin_after() then starts at bit 0.
inline constexpr std::uint16_t kNoWinnerYet = 0xFFFF;

/// Returns the number of the first set bit of `mask` after bit `last` % 64, wrapping around. Precondition: mask != 0.
inline std::uint32_t round_robin_after(std::uint64_t mask, std::uint32_t last) {
  return round_robin_from(mask, (last + 1) % 64);
}

}  // namespace network
}  // namespace gantry
