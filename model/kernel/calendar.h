// SPDX-License-Identifier: Apache-2.0
// Due cycles of many numbered items, at most one each. The next cycles are rows of bits, one row per cycle, so that
// setting and taking are a store and a scan without comparisons. Later cycles are in a heap.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace kernel {

class Calendar {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `things`: number of items, which are numbered from 0.
  explicit Calendar(std::size_t things = 0) : words_(words_for(things)), rows_(words_ * kNear, 0) {}

  /// Makes an item due. Call in cycle `now`, or before the first one. Precondition: at >= now, and at > now after
  /// take(now) has begun.
  void set(std::uint32_t thing, Cycle at, Cycle now) {
    if (at - now >= kNear) {
      later_.emplace(at, thing);
      return;
    }
    const std::size_t row = at % kNear;
    rows_[row * words_ + thing / 64] |= std::uint64_t{1} << (thing % 64);
    due_[row / 64] |= std::uint64_t{1} << (row % 64);
  }

  /// Calls `visit(item)`, in ascending order, for every item due in cycle `now`, and removes it. Must be called for
  /// every cycle in which an item is due.
  template <class Visit>
  void take(Cycle now, Visit visit) {
    bring_near(now);
    const std::size_t row = now % kNear;
    if (((due_[row / 64] >> (row % 64)) & 1U) == 0) return;
    due_[row / 64] &= ~(std::uint64_t{1} << (row % 64));
    std::uint64_t* const words = &rows_[row * words_];
    for (std::size_t w = 0; w < words_; ++w) {
      std::uint64_t word = words[w];
      words[w] = 0;
      for (; word != 0; word &= word - 1) visit(static_cast<std::uint32_t>(w * 64 + lowest_bit(word)));
    }
  }

  /// Returns the first cycle, `now` or later, in which an item is due; kNever: none. Earlier cycles must have been
  /// taken.
  [[nodiscard]] Cycle next(Cycle now) const {
    const std::size_t row = now % kNear;
    std::uint64_t word = due_[row / 64] & (~std::uint64_t{0} << (row % 64));
    for (std::size_t i = 0; i <= kWords; ++i) {  // the first word once more, for the rows before this one
      if (word != 0) {
        const std::size_t found = ((row / 64 + i) % kWords) * 64 + lowest_bit(word);
        return now + (found + kNear - row) % kNear;
      }
      word = due_[(row / 64 + i + 1) % kWords];
    }
    return later_.empty() ? kNever : later_.top().first;
  }

  /// Removes everything that is due after cycle `now`.
  void forget_after(Cycle now) {
    bring_near(now);
    later_ = {};
    for (std::size_t row = 0; row < kNear; ++row) {
      if (row == now % kNear) continue;
      due_[row / 64] &= ~(std::uint64_t{1} << (row % 64));
      for (std::size_t w = 0; w < words_; ++w) rows_[row * words_ + w] = 0;
    }
  }

 private:
  static constexpr Cycle kNear = 256;
  static constexpr std::size_t kWords = kNear / 64;
  using Later = std::pair<Cycle, std::uint32_t>;

  void bring_near(Cycle now) {
    for (; !later_.empty() && later_.top().first - now < kNear; later_.pop()) {
      set(later_.top().second, later_.top().first, now);
    }
  }

  std::size_t words_;
  std::vector<std::uint64_t> rows_;
  std::uint64_t due_[kWords] = {};  ///< rows with items
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
};

}  // namespace kernel
}  // namespace gantry
