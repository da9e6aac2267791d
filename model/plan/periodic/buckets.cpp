// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/periodic/buckets.h"

#include <algorithm>

#include "gantry/plan/wide.h"

namespace gantry::plan {

Time Buckets::begin(std::uint64_t bucket) const { return static_cast<Time>(Wide{period_} * bucket / fill_.size()); }

/// The first bucket from this one on that is not full; fill_.size() if all are.
std::uint32_t Buckets::open_from(std::uint32_t bucket) {
  const auto count = static_cast<std::uint32_t>(fill_.size());
  std::uint32_t at = bucket;
  while (at < count && next_[at] != at) at = next_[at];
  while (bucket < count && next_[bucket] != bucket) {
    const std::uint32_t further = next_[bucket];
    next_[bucket] = at;
    bucket = further;
  }
  return at;
}

Time Buckets::place(Time time, Time ready) {
  const auto count = static_cast<std::uint32_t>(fill_.size());
  const auto first = static_cast<std::uint32_t>(Wide{ready} * count / period_);
  std::uint32_t emptiest = 0;
  Time most_room = 0;
  std::uint32_t bucket = open_from(first);
  bool round = bucket == count;
  if (round) bucket = open_from(0);
  // from `first` to the end, then from the beginning to it
  while (bucket != count && !(round && bucket > first)) {
    const Time size = begin(bucket + std::uint64_t{1}) - begin(bucket);
    const Time room = size - std::min(size, fill_[bucket]);
    if (room >= time - time / 2) {
      emptiest = bucket;
      break;
    }
    if (room > most_room) {
      most_room = room;
      emptiest = bucket;
    }
    bucket = open_from(bucket + 1);
    if (bucket == count && !round) {
      round = true;
      bucket = open_from(0);
    }
  }
  fill_[emptiest] += time;
  const Time size = begin(emptiest + std::uint64_t{1}) - begin(emptiest);
  if (fill_[emptiest] >= size) next_[emptiest] = emptiest + 1;
  return std::max(begin(emptiest), emptiest == first ? ready : 0);
}

}  // namespace gantry::plan
