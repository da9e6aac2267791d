// SPDX-License-Identifier: Apache-2.0
// Things on their way that each take as long as they take. DelayLine is faster where all take equally long.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

template <class T>
class LateLine {
 public:
  /// `longest`: cycles that anything takes; `most`: things that can arrive in one cycle, for which there is room from
  /// the beginning.
  void start(Cycle longest, std::size_t most) {
    std::size_t rows = 64;
    while (rows <= longest) rows *= 2;
    rows_.assign(rows, {});
    for (auto& row : rows_) row.reserve(most);
    due_ = make_bit_set(rows);
  }

  /// `delay`: at least 1.
  void push(Cycle now, Cycle delay, const T& what) {
    const std::size_t row = row_of(now + delay);
    rows_[row].push_back(what);
    set_bit(due_, static_cast<std::uint32_t>(row));
  }

  /// Calls `visit(thing)` for all that arrive in cycle `now`, in the order in which they set out. Every cycle in which
  /// something arrives has to be visited.
  template <class Visit>
  void take(Cycle now, Visit visit) {
    const std::size_t row = row_of(now);
    if (rows_[row].empty()) return;
    for (const T& what : rows_[row]) visit(what);
    rows_[row].clear();
    clear_bit(due_, static_cast<std::uint32_t>(row));
  }

  /// The first cycle after `now` in which something arrives.
  [[nodiscard]] Cycle next(Cycle now) const {
    for (Cycle after = 1; after <= rows_.size();) {
      const std::size_t row = row_of(now + after);
      const std::uint64_t left = due_[row / 64] >> (row % 64);
      if (left != 0) return now + after + lowest_bit(left);
      after += 64 - row % 64;
    }
    return kNever;
  }

  /// Everything on its way, with the cycle in which it arrives, which is `now` or later: what arrived before has been
  /// taken.
  template <class Visit>
  void for_each(Cycle now, Visit visit) const {
    for (Cycle at = now; at < now + rows_.size(); ++at) {
      for (const T& what : rows_[row_of(at)]) visit(what, at);
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = rows_.size() * sizeof(rows_[0]);
    for (const auto& row : rows_) bytes += row.capacity() * sizeof(T);
    return bytes;
  }

 private:
  [[nodiscard]] std::size_t row_of(Cycle cycle) const { return static_cast<std::size_t>(cycle) & (rows_.size() - 1); }

  std::vector<std::vector<T>> rows_;
  BitSet due_;
};

}  // namespace network
}  // namespace gantry
