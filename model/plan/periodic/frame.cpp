// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/periodic/frame.h"

#include <algorithm>
#include <iterator>

namespace gantry::plan {

/// Whether some gap still holds all that comes after this copy.
bool Frame::leaves_room(Gaps::const_iterator gap, Time start, Time time) const {
  const Time rest = waiting_ - time;
  if (rest <= start - gap->first || rest <= gap->second - (start + time)) return true;
  return std::any_of(gaps_.begin(), gaps_.end(), [&](const auto& other) {
    return other.first != gap->first && rest <= other.second - other.first;
  });
}

void Frame::take(Time start, Time time) {
  const auto gap = std::prev(gaps_.upper_bound(start));
  const Time end = gap->second;
  if (gap->first == start) {
    gaps_.erase(gap);
  } else {
    gap->second = start;
  }
  if (start + time < end) gaps_[start + time] = end;
  waiting_ -= time;
}

Time Frame::place(Time time, Time ready) {
  Time best = 0;
  Time least_wait = ~Time{0};
  const auto offer = [&](Gaps::const_iterator gap, Time start) {
    const Time wait = start >= ready ? start - ready : start + period_ - ready;
    if (wait >= least_wait || !leaves_room(gap, start, time)) return;
    best = start;
    least_wait = wait;
  };
  for (auto gap = gaps_.cbegin(); gap != gaps_.cend(); ++gap) {
    if (gap->second - gap->first < time) continue;
    if (gap->first < ready && ready + time < gap->second) offer(gap, ready);
    offer(gap, gap->first);
    offer(gap, gap->second - time);
  }
  take(best, time);
  return best;
}

}  // namespace gantry::plan
