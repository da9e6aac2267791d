// SPDX-License-Identifier: Apache-2.0
// One period of one processor as equal spans, filled evenly. Gives rough positions to many short copies.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"

namespace gantry::plan {

class Buckets {
 public:
  /// Precondition: 1 <= count <= period.
  Buckets(Time period, std::uint32_t count) : period_(period), fill_(count), next_(count) {
    for (std::uint32_t b = 0; b < count; ++b) next_[b] = b;
  }

  /// Returns a position at or after `ready`, cyclically, in the first span with capacity for half of the copy. A
  /// position before `ready` belongs to the next period. Precondition: ready < period.
  Time place(Time time, Time ready);

 private:
  [[nodiscard]] Time begin(std::uint64_t bucket) const;
  std::uint32_t open_from(std::uint32_t bucket);

  Time period_;
  std::vector<Time> fill_;
  std::vector<std::uint32_t> next_;  ///< next bucket that may have capacity, possibly itself
};

}  // namespace gantry::plan
