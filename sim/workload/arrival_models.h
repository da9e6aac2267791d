// SPDX-License-Identifier: Apache-2.0
// When the tasks of a stream arrive. Intervals are in millionths of a cycle.
#pragma once

#include <memory>
#include <vector>

#include "workload/distribution.h"
#include "workload/stream.h"

namespace gantry {

/// Fraction digits of an interval.
inline constexpr int kIntervalDigits = 6;

/// Independent intervals, the first one before the first task.
std::shared_ptr<const ArrivalModel> renewal_arrivals(const Distribution& interval);

/// The first after `offset`, then one every `interval`.
std::shared_ptr<const ArrivalModel> periodic_arrivals(std::uint64_t interval, Cycle offset);

/// `size` tasks (at least one) at a time, `within` apart. A burst begins one interval after the beginning of the one
/// before it, but not before that has ended.
std::shared_ptr<const ArrivalModel> burst_arrivals(const Distribution& size, const Distribution& interval,
                                                   const Distribution& within);

struct RecordedArrival {
  Cycle at = 0;
  std::uint64_t work = 0;  ///< 0 = the record says nothing
};

/// Recorded arrivals (ascending from 0, at least one), over and over: the first comes again as long after the last as
/// the arrivals are apart on average.
std::shared_ptr<const ArrivalModel> recorded_arrivals(std::vector<RecordedArrival> arrivals);

}  // namespace gantry
