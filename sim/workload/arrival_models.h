// SPDX-License-Identifier: Apache-2.0
// Models of the cycles in which the tasks of a stream arrive. Intervals are in millionths of a cycle.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "workload/distribution.h"
#include "workload/stream.h"

namespace gantry {

/// Fraction digits of an interval.
inline constexpr int kIntervalDigits = 6;

/// Independent random intervals, the first one before the first task.
std::shared_ptr<const ArrivalModel> renewal_arrivals(const Distribution& interval);

/// Constant intervals: the first task after `offset`, then one every `interval`. Each is late by 0 to `jitter` cycles,
/// all equally likely. Precondition: `jitter` is at most `interval`.
std::shared_ptr<const ArrivalModel> periodic_arrivals(std::uint64_t interval, Cycle offset, Cycle jitter = 0);

/// Bursts of `size` tasks (at least one), `within` apart. A burst begins one interval after the begin of the previous
/// one, but not before that has ended.
std::shared_ptr<const ArrivalModel> burst_arrivals(const Distribution& size, const Distribution& interval,
                                                   const Distribution& within);

struct RecordedArrival {
  Cycle at = 0;
  std::uint64_t work = 0;                 ///< size of the task's work; 0: the record has none
  std::vector<std::uint64_t> sizes = {};  ///< of the request, by the names of recorded_arrivals()
};

/// Recorded arrivals (ascending from 0, at least one), repeated. The first one follows the last one after the mean
/// interval.
std::shared_ptr<const ArrivalModel> recorded_arrivals(std::vector<RecordedArrival> arrivals,
                                                      const std::vector<std::string>& size_names = {});

}  // namespace gantry
