// SPDX-License-Identifier: Apache-2.0
// Items in transit that nearly all have the same delay: one row per cycle, as long as the most arrivals in a cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

template <class T>
class DelayLine {
  template <class>
  friend struct gantry::Archived;

 public:
  DelayLine() = default;
  DelayLine(const DelayLine&) = delete;  // rows point into items_
  DelayLine& operator=(const DelayLine&) = delete;

  /// `delay`: delay in cycles, at least 1. `most`: items that can arrive in one cycle. `longest`: longest delay of an
  /// item that push() adds, if more than `delay`.
  void start(Cycle delay, std::size_t most, Cycle longest = 0) {
    delay_ = delay;
    std::size_t rows = 2;
    while (rows <= delay || rows <= longest) rows *= 2;
    mask_ = rows - 1;
    items_.assign(rows * most, T{});
    rows_.resize(rows);
    for (std::size_t row = 0; row < rows; ++row) rows_[row].begin = rows_[row].end = items_.data() + row * most;
  }

  /// Adds an item. `arrival`: cycle of its arrival, from the next cycle to the longest delay from now. Precondition:
  /// fewer than `most` items arrive in that cycle so far.
  void push(Cycle arrival, const T& what) { *rows_[arrival & mask_].end++ = what; }

  /// Returns the end of the row of items that leave in cycle `now`. The caller writes further items there and moves the
  /// end behind them. Valid until anything else is pushed.
  [[nodiscard]] T*& end_of(Cycle now) { return rows_[(now + delay_) & mask_].end; }

  /// Calls `visit(item)` for all items that arrive in cycle `now`, in the order in which they were pushed. Must be
  /// called for every cycle in which something arrives.
  template <class Visit>
  void take(Cycle now, Visit visit) {
    Row& row = rows_[now & mask_];
    const T* item = row.begin;
    const T* const end = row.end;
    if (item == end) return;
    row.end = row.begin;
    for (; item != end; ++item) visit(*item);
  }

  /// Drops the items that arrive in cycle `now`.
  void forget(Cycle now) { rows_[now & mask_].end = rows_[now & mask_].begin; }

  /// Drops all items.
  void clear() {
    for (Row& row : rows_) row.end = row.begin;
  }

  /// Calls `visit(item)` for all items in transit, for checks.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Row& row : rows_) {
      for (const T* item = row.begin; item != row.end; ++item) visit(*item);
    }
  }

  /// Calls `visit(item, arrival)` for all items in transit. Arrivals before `now` must have been taken.
  template <class Visit>
  void for_each_arrival(Cycle now, Visit visit) const {
    for (Cycle at = now; at <= now + mask_; ++at) {
      const Row& row = rows_[at & mask_];
      for (const T* item = row.begin; item != row.end; ++item) visit(*item, at);
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const { return items_.size() * sizeof(T); }

 private:
  /// The items that arrive in one cycle.
  struct Row {
    T* begin = nullptr;
    T* end = nullptr;
  };

  Cycle delay_ = 1;
  std::size_t mask_ = 1;
  std::vector<Row> rows_ = std::vector<Row>(2);
  std::vector<T> items_;
};

}  // namespace network
}  // namespace gantry
