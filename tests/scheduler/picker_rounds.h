// SPDX-License-Identifier: Apache-2.0
// A picker on its own, round after round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/scheduler/picker.h"

namespace gantry {

inline EntrySet all_entries(std::uint32_t entries = 130) {
  EntrySet set = make_bit_set(entries);
  for (std::uint32_t e = 0; e < entries; ++e) set_bit(set, e);
  return set;
}

/// Winners of the next rounds, kNone where there was none.
inline std::vector<std::uint32_t> picks(Picker& picker, const EntrySet& eligible, std::size_t rounds) {
  std::vector<std::uint32_t> winners;
  for (std::size_t i = 0; i < rounds; ++i) {
    const auto pick = picker.pick(eligible);
    winners.push_back(pick ? pick->entry : kNone);
  }
  return winners;
}

using Winners = std::vector<std::uint32_t>;

}  // namespace gantry
