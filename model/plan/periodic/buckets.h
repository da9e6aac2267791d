// SPDX-License-Identifier: Apache-2.0
// One period of one processor as equal spans that are filled about evenly: where many short copies go, roughly.
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

  /// A position for a copy at `ready` or later, in the first span that has room for half of it, going round if need be.
  /// If it is before `ready` it is in the period after. Precondition: ready < period.
  Time place(Time time, Time ready);

 private:
  [[nodiscard]] Time begin(std::uint64_t bucket) const;
  std::uint32_t open_from(std::uint32_t bucket);

  Time period_;
  std::vector<Time> fill_;
  std::vector<std::uint32_t> next_;  ///< a bucket not before this one that may have room; itself if it may
};

}  // namespace gantry::plan
