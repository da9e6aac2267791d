// SPDX-License-Identifier: Apache-2.0
// Gauge changes brought into the order of a file: by cycle, then by gauge, one value per gauge and cycle (the last), no
// value twice in a row. Blocks may run ahead of each other by kTolerance cycles (a block may announce in cycle n what
// holds from n+1 on); what comes later than that is moved to the earliest cycle still open.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {

class GaugeChanges {
 public:
  static constexpr Cycle kTolerance = 16;

  /// Number of the new gauge: 0, 1, ...
  std::uint32_t add(std::uint64_t value) {
    written_.push_back(value);
    return static_cast<std::uint32_t>(written_.size() - 1);
  }

  [[nodiscard]] std::uint64_t written(std::uint32_t id) const { return written_.at(id); }

  /// `emit(cycle, id, value)` may be called for changes that are due.
  template <class Emit>
  void changed(std::uint32_t id, Cycle now, std::uint64_t value, Emit&& emit) {
    hold(id, now, value);
    if (held_.size() < limit_) return;
    if (newest_ > kTolerance) drain(newest_ - kTolerance, emit);
    limit_ = std::max(kLimit, 2 * held_.size());
  }

  /// For owners that decide themselves when to drain.
  void hold(std::uint32_t id, Cycle now, std::uint64_t value) {
    held_.push_back({std::max(now, open_), id, value});
    newest_ = std::max(newest_, now);
  }

  /// Hands out every change before cycle `end`.
  template <class Emit>
  void drain(Cycle end, Emit&& emit) {
    std::stable_sort(held_.begin(), held_.end(), [](const Change& a, const Change& b) {
      return a.cycle != b.cycle ? a.cycle < b.cycle : a.id < b.id;
    });
    std::size_t done = 0;
    for (; done < held_.size() && held_[done].cycle < end; ++done) {
      const Change& change = held_[done];
      const bool replaced =
          done + 1 < held_.size() && held_[done + 1].cycle == change.cycle && held_[done + 1].id == change.id;
      if (replaced || written_[change.id] == change.value) continue;
      written_[change.id] = change.value;
      emit(change.cycle, change.id, change.value);
    }
    held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(done));
    open_ = std::max(open_, end);
  }

 private:
  static constexpr std::size_t kLimit = 4096;

  struct Change {
    Cycle cycle;
    std::uint32_t id;
    std::uint64_t value;
  };

  std::vector<std::uint64_t> written_;
  std::vector<Change> held_;
  std::size_t limit_ = kLimit;
  Cycle newest_ = 0;
  Cycle open_ = 0;  // changes before this cycle have been handed out
};

}  // namespace gantry
