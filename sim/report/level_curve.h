// SPDX-License-Identifier: Apache-2.0
// A number of things over time, as the sum of cycles of intervals per slice of the run. Exact.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {

/// Length of a slice in cycles, so that there are at most `most` of them.
inline Cycle stretch_cycles(Cycle cycles, std::size_t most) {
  const Cycle stretches = std::max<std::size_t>(most, 1);
  return std::max<Cycle>(cycles / stretches + (cycles % stretches == 0 ? 0 : 1), 1);
}

class LevelCurve {
 public:
  LevelCurve(Cycle cycles, Cycle stretch)
      : cycles_(cycles),
        stretch_(stretch),
        parts_(static_cast<std::size_t>(cycles / stretch + (cycles % stretch == 0 ? 0 : 1))),
        whole_(parts_.size() + 1) {}

  /// Adds things, `number` of them, that exist in the cycles `from` to before `to`.
  void add(Cycle from, Cycle to, std::uint64_t number = 1) {
    to = std::min(to, cycles_);
    if (from >= to) return;
    const auto first = static_cast<std::size_t>(from / stretch_);
    const auto last = static_cast<std::size_t>((to - 1) / stretch_);
    if (first == last) {
      parts_[first] += (to - from) * number;
      return;
    }
    parts_[first] += ((first + 1) * stretch_ - from) * number;
    parts_[last] += (to - last * stretch_) * number;
    whole_[first + 1] += static_cast<std::int64_t>(number);
    whole_[last] -= static_cast<std::int64_t>(number);
  }

  /// Returns for each slice the sum of the cycles of all things.
  [[nodiscard]] std::vector<std::uint64_t> sums() const {
    std::vector<std::uint64_t> sums = parts_;
    std::int64_t over = 0;  // change of the number of intervals that cover the slice completely
    for (std::size_t i = 0; i < sums.size(); ++i) {
      over += whole_[i];
      sums[i] += static_cast<std::uint64_t>(over) * std::min<Cycle>(stretch_, cycles_ - i * stretch_);
    }
    return sums;
  }

 private:
  Cycle cycles_;
  Cycle stretch_;
  std::vector<std::uint64_t> parts_;
  std::vector<std::int64_t> whole_;  ///< changes of that number, by slice
};

}  // namespace gantry
