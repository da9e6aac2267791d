// SPDX-License-Identifier: Apache-2.0
// Flits of each link over time, in at most kMost intervals of equal length. When a run needs more, the length doubles
// and pairs of intervals merge. So memory and work do not grow with the length of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

class LinkHistory {
  template <class>
  friend struct gantry::Archived;

 public:
  static constexpr std::size_t kMost = 64;
  static constexpr Cycle kFirstInterval = 16;

  /// Returns the cycle in which the current interval ends; kNever before switch_on().
  [[nodiscard]] Cycle due() const { return due_; }
  void switch_on() { due_ = interval_; }
  /// Ends the intervals up to cycle `now`. `flits`: total of each link before `now`. Precondition: nothing moved from
  /// due() to the cycle before `now`.
  void note(Cycle now, const std::vector<std::uint64_t>& flits);

  /// Length of an interval in cycles.
  [[nodiscard]] Cycle interval() const { return interval_; }
  /// Returns [interval][link]: flits in that interval; the last interval may be shorter. `flits`: total of each link
  /// so far.
  [[nodiscard]] std::vector<std::vector<std::uint64_t>> intervals(const std::vector<std::uint64_t>& flits) const;

 private:
  Cycle interval_ = kFirstInterval;
  Cycle due_ = kNever;
  std::vector<std::vector<std::uint64_t>> marks_;  ///< [i][link]: total before cycle (i + 1) * interval_
};

}  // namespace network
}  // namespace gantry
