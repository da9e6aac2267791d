// SPDX-License-Identifier: Apache-2.0
// Lower bound of Fernandez and Bussell (1973): work that must be done within an interval needs processors.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/list/windows.h"

namespace gantry::plan {

/// Unit of Crew::capacity.
inline constexpr std::uint64_t kShares = std::uint64_t{1} << 20;

/// A set of tasks, and the processors that can run them.
struct Crew {
  std::vector<std::uint32_t> tasks;
  std::uint64_t processors = 1;
  /// Work that they can do per cycle, in 1 / kShares. A processor counts 1 / r, rounded up, where r is the least ratio
  /// of a task's time there to its best time.
  std::uint64_t capacity = kShares;
};

/// Returns a lower bound of the cycles by which every schedule exceeds windows.length. `intervals`: number of
/// beginnings to try, each with as many ends.
///
/// In a schedule that is x longer, a task runs between its head and windows.length - tail + x. Within an interval from
/// a to b + x it takes at least the time that it takes within a to b in a schedule without x. The least overlap occurs
/// when a run is pushed to one end of its window. At the left end a shorter interval overlaps less; at the right end,
/// one whose end moves x to the left while its beginning stays. So processors x (b + x - a) is at least the sum of
/// these times, and x at least the sum / processors - (b - a).
///
/// With slow processors that is weak. A task that runs r times its best time is outside the interval for at most (a -
/// head) plus (windows.length - tail - b) cycles, each of the two at least 0. There it does at most that many cycles'
/// work, each worth 1 / r of a cycle at best. The rest of its best time is done inside, by processors that do at most
/// `capacity` per cycle. So x is at least the sum of these rests / capacity - (b - a).
Time load_density(const Windows& windows, const Crew& crew, std::uint64_t intervals);

}  // namespace gantry::plan
