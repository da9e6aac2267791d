// SPDX-License-Identifier: Apache-2.0
// The bound of Fernandez and Bussell (1973): work that has to be done within an interval needs processors for it.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/list/windows.h"

namespace gantry::plan {

/// Some of the tasks, and the number of processors that no task of these runs beside.
struct Crew {
  std::vector<std::uint32_t> tasks;
  std::uint32_t processors = 1;
};

/// By how much every schedule is longer than windows.length, at least. `intervals`: beginnings that are tried, and as
/// many ends.
///
/// In a schedule that is x longer, a task runs between its head and windows.length - tail + x. Of an interval from a to
/// b + x it takes at least what it would take of a to b in a schedule without x: a run as long as its best time, or a
/// part as long of a longer one, covers least where it is pushed to one end of its window, to the left all the less of
/// the shorter interval, to the right all the less of one that is moved x to the left at its end and not at its
/// beginning. So processors x (b + x - a) is at least the sum of that, and x at least the sum / processors - (b - a).
Time load_density(const Windows& windows, const Crew& crew, std::uint64_t intervals);

}  // namespace gantry::plan
