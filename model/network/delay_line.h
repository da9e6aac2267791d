// SPDX-License-Identifier: Apache-2.0
// Things on their way that all take equally long: one row per cycle, as long as the most that can set out in a cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

template <class T>
class DelayLine {
 public:
  /// `delay`: cycles from setting out to arriving, at least 1. `most`: things that can set out in one cycle.
  void start(Cycle delay, std::size_t most) {
    delay_ = delay;
    most_ = most;
    std::size_t rows = 2;
    while (rows <= delay) rows *= 2;
    mask_ = rows - 1;
    counts_.assign(rows, 0);
    items_.assign(rows * most, T{});
  }

  void push(Cycle now, const T& what) {
    const std::size_t row = (now + delay_) & mask_;
    items_[row * most_ + counts_[row]++] = what;
  }

  /// For many in one cycle: where the first is to be put down; put_down() gets the end of them. Nothing else may be
  /// pushed between the two.
  [[nodiscard]] T* put_from(Cycle now) {
    const std::size_t row = (now + delay_) & mask_;
    return items_.data() + row * most_ + counts_[row];
  }
  void put_down(Cycle now, const T* end) {
    const std::size_t row = (now + delay_) & mask_;
    counts_[row] = static_cast<std::uint32_t>(end - (items_.data() + row * most_));
  }

  /// Calls `visit(thing)` for all that arrive in cycle `now`, in the order in which they set out. Every cycle in which
  /// something arrives has to be visited.
  template <class Visit>
  void take(Cycle now, Visit visit) {
    const std::size_t row = now & mask_;
    const std::uint32_t count = counts_[row];
    if (count == 0) return;
    counts_[row] = 0;
    const T* item = items_.data() + row * most_;
    for (const T* end = item + count; item != end; ++item) visit(*item);
  }

  /// What arrives in cycle `now` is of no interest.
  void forget(Cycle now) { counts_[now & mask_] = 0; }

  /// Everything on its way, for checks.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t row = 0; row <= mask_; ++row) {
      for (std::uint32_t i = 0; i < counts_[row]; ++i) visit(items_[row * most_ + i]);
    }
  }

  /// The same with the cycle in which it arrives; what arrives before `now` has been taken.
  template <class Visit>
  void for_each_arrival(Cycle now, Visit visit) const {
    for (Cycle at = now; at <= now + delay_; ++at) {
      const std::size_t row = at & mask_;
      for (std::uint32_t i = 0; i < counts_[row]; ++i) visit(items_[row * most_ + i], at);
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const { return items_.size() * sizeof(T); }

 private:
  Cycle delay_ = 1;
  std::size_t most_ = 0;
  std::size_t mask_ = 1;
  std::vector<std::uint32_t> counts_ = {0, 0};
  std::vector<T> items_;
};

}  // namespace network
}  // namespace gantry
