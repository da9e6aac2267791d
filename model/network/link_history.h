// SPDX-License-Identifier: Apache-2.0
// How much each link carried over time, in at most kMost stretches of one length: a run that outgrows them doubles the
// length, and two become one. It is asked once a stretch and holds no more for a long run than for a short one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

class LinkHistory {
 public:
  static constexpr std::size_t kMost = 64;
  static constexpr Cycle kFirstStretch = 16;

  /// From when on the stretch under way is over. Until it is on: never.
  [[nodiscard]] Cycle due() const { return due_; }
  void switch_on() { due_ = stretch_; }
  /// What each link has carried in all cycles before `now`, of which due() is one or the last: nothing moved between
  /// due() and `now`.
  void note(Cycle now, const std::vector<std::uint64_t>& flits);

  /// Length of a stretch.
  [[nodiscard]] Cycle stretch() const { return stretch_; }
  /// [stretch][link]: what it carried in that stretch; the last one is what came after the others. `flits`: of each
  /// link in the whole run.
  [[nodiscard]] std::vector<std::vector<std::uint64_t>> stretches(const std::vector<std::uint64_t>& flits) const;

 private:
  Cycle stretch_ = kFirstStretch;
  Cycle due_ = kNever;
  std::vector<std::vector<std::uint64_t>> marks_;  ///< [i][link]: carried before (i + 1) * stretch_
};

}  // namespace network
}  // namespace gantry
