// SPDX-License-Identifier: Apache-2.0
// Items in transit with a delay of their own each. DelayLine is faster where nearly all delays are equal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gantry/base/as_index.h"
#include "gantry/base/bits.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

template <class T>
class VariableLatencyQueue {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `longest`: longest delay in cycles. `most`: items that can arrive in one cycle; memory for them is reserved.
  void start(Cycle longest, std::size_t most) {
    std::size_t rows = 64;
    while (rows <= longest) rows *= 2;
    rows_.assign(rows, {});
    for (auto& row : rows_) row.reserve(most);
    due_ = make_bit_set(rows);
  }

  /// Adds an item that arrives `delay` cycles after `now`. `delay`: 1 to the longest.
  void push(Cycle now, Cycle delay, const T& what) {
    const std::size_t row = row_of(now + delay);
    rows_[row].push_back(what);
    set_bit(due_, static_cast<std::uint32_t>(row));
  }

  /// Calls `visit(item)` for all items that arrive in cycle `now`, in the order in which they were pushed. Must be
  /// called for every cycle in which something arrives.
  template <class Visit>
  void take(Cycle now, Visit visit) {
    const std::size_t row = row_of(now);
    if (rows_[row].empty()) return;
    for (const T& what : rows_[row]) visit(what);
    rows_[row].clear();
    clear_bit(due_, static_cast<std::uint32_t>(row));
  }

  /// Drops all items.
  void clear() {
    for (auto& row : rows_) row.clear();
    std::fill(due_.begin(), due_.end(), 0);
  }

  /// Returns the first cycle after `now` in which an item arrives; kNever: none.
  [[nodiscard]] Cycle next(Cycle now) const {
    for (Cycle after = 1; after <= rows_.size();) {
      const std::size_t row = row_of(now + after);
      const std::uint64_t left = due_[row / 64] >> (row % 64);
      if (left != 0) return now + after + lowest_bit(left);
      after += 64 - row % 64;
    }
    return kNever;
  }

  /// Calls `visit(item, arrival)` for all items in transit. Arrivals before `now` must have been taken.
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
  [[nodiscard]] std::size_t row_of(Cycle cycle) const { return as_index(cycle) & (rows_.size() - 1); }

  std::vector<std::vector<T>> rows_;
  BitSet due_;
};

}  // namespace network
}  // namespace gantry
