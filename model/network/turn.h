// SPDX-License-Identifier: Apache-2.0
// Round robin on bit masks.
#pragma once

#include <cstdint>

#include "gantry/base/bits.h"

namespace gantry {
inline namespace network {

/// First set bit of `mask` at or after `turn`, wrapping around. Precondition: mask != 0, turn < 64.
inline std::uint32_t next_in_turn(std::uint64_t mask, std::uint32_t turn) {
  const std::uint64_t turned = (mask >> turn) | (mask << ((64 - turn) % 64));
  return (lowest_bit(turned) + turn) % 64;
}

/// The turn behind number `i` of at most 64; behind the last one next_in_turn() begins anew.
inline std::uint8_t turn_after(std::uint32_t i) { return static_cast<std::uint8_t>((i + 1) % 64); }

}  // namespace network
}  // namespace gantry
