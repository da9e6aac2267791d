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

/// Before anybody had a turn: next_behind() begins with the first.
inline constexpr std::uint16_t kNobody = 0xFFFF;

/// First set bit of `mask` behind number `last` of at most 64, wrapping around. Precondition: mask != 0.
inline std::uint32_t next_behind(std::uint64_t mask, std::uint32_t last) { return next_in_turn(mask, (last + 1) % 64); }

}  // namespace network
}  // namespace gantry
