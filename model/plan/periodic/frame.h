// SPDX-License-Identifier: Apache-2.0
// One period of one processor, filled copy by copy.
#pragma once

#include <cstdint>
#include <map>

#include "gantry/plan/graph.h"

namespace gantry::plan {

/// Knows the total time of the copies that are not placed yet, and always keeps one gap that holds them. So every copy
/// fits, in any order.
class Frame {
 public:
  /// `load`: total time of all copies, at most `period`.
  Frame(Time period, Time load) : period_(period), waiting_(load) { gaps_[0] = period; }

  /// Places a copy with the earliest start at or after `ready`, or the earliest one in the next period, and returns its
  /// start. Preconditions: ready <= period; 0 < time <= time of the remaining copies.
  Time place(Time time, Time ready);

 private:
  using Gaps = std::map<Time, Time>;  ///< begin of a gap to its end

  [[nodiscard]] bool leaves_room(Gaps::const_iterator gap, Time start, Time time) const;
  void take(Time start, Time time);

  Time period_;
  Time waiting_;
  Gaps gaps_;
};

}  // namespace gantry::plan
