// SPDX-License-Identifier: Apache-2.0
// Which of many things (routers, terminals) are to be looked at in each of the next 63 cycles: one bit per thing and
// cycle, so waking is a store and finding the next active cycle is one bit scan.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace kernel {

/// The first cycle after `now` whose bit (cycle % 64) is set. Precondition: bits != 0.
inline Cycle first_cycle_after(Cycle now, std::uint64_t bits) {
  const auto turn = static_cast<std::uint32_t>((now + 1) % 64);
  const std::uint64_t turned = turn == 0 ? bits : (bits >> turn) | (bits << (64 - turn));
  return now + 1 + lowest_bit(turned);
}

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
  [[nodiscard]] Cycle next(Cycle now) const { return active_ == 0 ? kNever : first_cycle_after(now, active_); }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
  std::uint64_t active_ = 0;
};

}  // namespace kernel
}  // namespace gantry
