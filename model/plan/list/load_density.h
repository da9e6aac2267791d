// SPDX-License-Identifier: Apache-2.0
// The bound of Fernandez and Bussell (1973): work that has to be done within an interval needs processors for it.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/list/windows.h"

namespace gantry::plan {

/// Of a processor, how what a set of them can do is told.
inline constexpr std::uint64_t kShares = std::uint64_t{1} << 20;

/// Some of the tasks, and the processors that they can run on.
struct Crew {
  std::vector<std::uint32_t> tasks;
  std::uint64_t processors = 1;
  /// What they do in a cycle at most, in shares: a processor on which the best of these tasks takes r times its best
  /// time counts 1 / r, rounded up.
  std::uint64_t capacity = kShares;
};

/// By how much every schedule is longer than windows.length, at least. `intervals`: beginnings that are tried, and as
/// many ends.
///
/// In a schedule that is x longer, a task runs between its head and windows.length - tail + x. Of an interval from a to
/// b + x it takes at least the time that it would take of a to b in a schedule without x: a run as long as its best
/// time, or a part as long of a longer one, covers least where it is pushed to one end of its window, to the left all
/// the less of the shorter interval, to the right all the less of one that is moved x to the left at its end and not at
/// its beginning. So processors x (b + x - a) is at least the sum of that, and x at least the sum / processors - (b -
/// a).
///
/// Where some processors are slow that counts too little. A task that runs r times its best time is outside of the
/// interval for at most a - head + (windows.length - tail - b) cycles (each of the two from 0 on), and does no more
/// than as many cycles' work there, each 1 / r of a cycle at best. So what is left of its best time is done within, by
/// processors that do no more than `capacity` a cycle: x is at least the sum of that / capacity - (b - a).
Time load_density(const Windows& windows, const Crew& crew, std::uint64_t intervals);

}  // namespace gantry::plan
