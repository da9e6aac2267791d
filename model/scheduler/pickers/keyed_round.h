// SPDX-License-Identifier: Apache-2.0
// One round of weight_delay over arrays with a 32-bit key per entry; see weight_delay_keyed.cpp. The arrays are walked
// in order and without branches, with the widest vectors of the machine.
#pragma once

#include <cstdint>
#include <limits>

#include "gantry/base/types.h"
#include "gantry/scheduler/pickers/weight_delay.h"

namespace gantry {
inline namespace scheduler {

constexpr std::int32_t kNotEligible = std::numeric_limits<std::int32_t>::min();
constexpr std::uint32_t kLanes = 16;  ///< entries; arrays are padded to a multiple

/// The arrays, with one element per entry.
struct KeyedRows {
  const std::int32_t* weight;  ///< W << FRAC
  const std::int32_t* tie;     ///< breaks ties between equal target weights
  const std::int32_t* cap;     ///< largest key: kNotEligible, or no limit
  std::int32_t* history;       ///< H_raw
  const std::int32_t* decay;   ///< 2^(8 - d)
  std::uint32_t count;         ///< multiple of kLanes
};

struct KeyedRound {
  std::uint32_t quant = 0;
  std::uint32_t tie_bits = 0;    ///< bits of the key below the target weight
  std::uint32_t winner = kNone;  ///< winner of the previous round, whose ageing is still due; kNone: none
  std::int32_t credit = 0;       ///< amount to add to the winner's history
};

/// Returns history >> d, as a multiplication by 2^(8 - d), because d differs between entries. A history has at most 24
/// bits.
inline std::int32_t aged(std::int32_t history, std::int32_t decay) {
  const std::uint32_t product = static_cast<std::uint32_t>(history) * static_cast<std::uint32_t>(decay);
  return history - static_cast<std::int32_t>(product >> 8U);
}

/// Ages every history, adds the previous winner's credit if that is due, and returns the largest key, or kNotEligible.
using KeyedRoundFunction = std::int32_t(const KeyedRows& rows, const KeyedRound& round);
KeyedRoundFunction* keyed_round(Vectors vectors);

}  // namespace scheduler
}  // namespace gantry
