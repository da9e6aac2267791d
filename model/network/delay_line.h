// SPDX-License-Identifier: Apache-2.0
// Things on their way that take equally long, nearly all: one row per cycle, as long as the most that can arrive in it.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

template <class T>
class DelayLine {
 public:
  DelayLine() = default;
  DelayLine(const DelayLine&) = delete;  // its rows point into its items
  DelayLine& operator=(const DelayLine&) = delete;

  /// `delay`: cycles from setting out to arriving, at least 1. `most`: things that can arrive in one cycle. `longest`:
  /// that something pushed by its arrival takes, if more than `delay`.
  void start(Cycle delay, std::size_t most, Cycle longest = 0) {
    delay_ = delay;
    std::size_t rows = 2;
    while (rows <= delay || rows <= longest) rows *= 2;
    mask_ = rows - 1;
    items_.assign(rows * most, T{});
    rows_.resize(rows);
    for (std::size_t row = 0; row < rows; ++row) rows_[row].begin = rows_[row].end = items_.data() + row * most;
  }

  void push(Cycle arrival, const T& what) { *rows_[arrival & mask_].end++ = what; }

  /// For many in one cycle, `now`: the end of those that have set out, behind which more are put down, and to be moved
  /// behind them. Good until anything else is pushed.
  [[nodiscard]] T*& end_of(Cycle now) { return rows_[(now + delay_) & mask_].end; }

  /// Calls `visit(thing)` for all that arrive in cycle `now`, in the order in which they set out. Every cycle in which
  /// something arrives has to be visited.
  template <class Visit>
  void take(Cycle now, Visit visit) {
    Row& row = rows_[now & mask_];
    const T* item = row.begin;
    const T* const end = row.end;
    if (item == end) return;
    row.end = row.begin;
    for (; item != end; ++item) visit(*item);
  }

  /// What arrives in cycle `now` is of no interest.
  void forget(Cycle now) { rows_[now & mask_].end = rows_[now & mask_].begin; }

  /// Everything on its way, for checks.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Row& row : rows_) {
      for (const T* item = row.begin; item != row.end; ++item) visit(*item);
    }
  }

  /// The same with the cycle in which it arrives; what arrives before `now` has been taken.
  template <class Visit>
  void for_each_arrival(Cycle now, Visit visit) const {
    for (Cycle at = now; at <= now + mask_; ++at) {
      const Row& row = rows_[at & mask_];
      for (const T* item = row.begin; item != row.end; ++item) visit(*item, at);
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const { return items_.size() * sizeof(T); }

 private:
  /// What arrives in one cycle.
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
