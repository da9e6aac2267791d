// SPDX-License-Identifier: Apache-2.0
// Sorts gauge changes into the order of a file: by cycle, then by gauge, one value (the last) per gauge and cycle, and
// no equal values in a row. Blocks may notify up to kTolerance cycles ahead (in cycle n of a value from n + 1 on). A
// change that comes later is moved to the earliest open cycle.
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

  /// Adds a gauge and returns its number: 0, 1, ...
  std::uint32_t add(std::uint64_t value) {
    written_.push_back(value);
    return static_cast<std::uint32_t>(written_.size() - 1);
  }

  [[nodiscard]] std::uint64_t written(std::uint32_t id) const { return written_.at(id); }

  /// Adds a change. Calls `emit(cycle, id, value)` for changes that are due.
  template <class Emit>
  void changed(std::uint32_t id, Cycle now, std::uint64_t value, Emit&& emit) {
    hold(id, now, value);
    if (held_.size() < limit_) return;
    if (newest_ > kTolerance) drain(newest_ - kTolerance, emit);
    limit_ = std::max(kLimit, 2 * held_.size());
  }

  /// Adds a change without emitting, for owners that call drain() themselves.
  void hold(std::uint32_t id, Cycle now, std::uint64_t value) {
    held_.push_back({std::max(now, open_), id, value});
    newest_ = std::max(newest_, now);
  }

  /// Emits all changes before cycle `end`.
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
  Cycle open_ = 0;  // all changes before this cycle have been emitted
};

}  // namespace gantry
