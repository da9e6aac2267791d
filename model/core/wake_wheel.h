// SPDX-License-Identifier: Apache-2.0
// Which of many things (routers, terminals) are to be looked at in each of the next 63 cycles: one bit per thing and
// cycle, so waking is a store and finding the next active cycle is one bit scan.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bits.h"
#include "core/types.h"

namespace gantry {

class WakeWheel {
 public:
  static constexpr std::uint32_t kSlots = 64;

  explicit WakeWheel(std::size_t things = 0) : words_(words_for(things)), bits_(words_ * kSlots, 0) {}

  /// Precondition: now < at < now + 64.
  void set(std::uint32_t thing, Cycle at) {
    const std::size_t slot = at % kSlots;
    bits_[slot * words_ + thing / 64] |= std::uint64_t{1} << (thing % 64);
    active_ |= std::uint64_t{1} << slot;
  }

  /// Calls `visit(thing)` in ascending order for everything set for cycle `now`, and forgets it.
  template <class Visit>
  void take(Cycle now, Visit visit) {
    const std::size_t slot = now % kSlots;
    if (((active_ >> slot) & 1U) == 0) return;
    active_ &= ~(std::uint64_t{1} << slot);
    std::uint64_t* row = &bits_[slot * words_];
    for (std::size_t w = 0; w < words_; ++w) {
      std::uint64_t word = row[w];
      row[w] = 0;
      for (; word != 0; word &= word - 1) visit(static_cast<std::uint32_t>(w * 64 + lowest_bit(word)));
    }
  }

  /// The next cycle after `now` with something set; kNever when there is none.
  [[nodiscard]] Cycle next(Cycle now) const {
    if (active_ == 0) return kNever;
    const std::uint32_t turn = static_cast<std::uint32_t>((now + 1) % kSlots);
    const std::uint64_t rotated = turn == 0 ? active_ : (active_ >> turn) | (active_ << (kSlots - turn));
    return now + 1 + lowest_bit(rotated);
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
  std::uint64_t active_ = 0;
};

}  // namespace gantry
