// SPDX-License-Identifier: Apache-2.0
// One period of one processor, filled copy by copy.
#pragma once

#include <cstdint>
#include <map>

#include "gantry/plan/graph.h"

namespace gantry::plan {

/// Knows the copies that are still to come by their total time only, and always keeps one gap that holds all of them.
/// So every copy finds a place, whatever came before it.
class Frame {
 public:
  /// `load`: total time of the copies that will be placed, at most `period`.
  Frame(Time period, Time load) : period_(period), waiting_(load) { gaps_[0] = period; }

  /// Takes the room for a copy where it starts as little after `ready` as possible, or, if it has to go round, as early
  /// in the period after; answers its start. Preconditions: ready <= period; 0 < time <= what is still to come.
  Time place(Time time, Time ready);

 private:
  using Gaps = std::map<Time, Time>;  ///< begin of a gap, end of it

  [[nodiscard]] bool leaves_room(Gaps::const_iterator gap, Time start, Time time) const;
  void take(Time start, Time time);

  Time period_;
  Time waiting_;
  Gaps gaps_;
};

}  // namespace gantry::plan
