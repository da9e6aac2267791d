// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/list/load_density.h"

#include <algorithm>

#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

/// A task's first start, its time, and its last start in a schedule of the length of the windows.
struct Run {
  Time first = 0;
  Time time = 0;
  Time last = 0;
};

/// Demand on the processors: time, one cycle per cycle of each, or work in best times, of which slow processors do
/// less.
enum class Asked : std::uint8_t { time, work };

/// The intervals that begin where tasks can first start, with every end.
///
/// Of the interval from a to b a task takes min(p, b - max(a, last)) of time or nothing, p = its time or, if it can
/// start before a, what is left at a; and p - (its last end - b) of work, where b is before that end. Seen from b that
/// is nothing for a while, then grows with b until it is p: the sum over all tasks has bends at the beginnings and ends
/// of these rises, which the sweep takes in order.
class Sweep {
 public:
  Sweep(std::vector<Run> runs, Asked asked, std::uint64_t capacity)
      : asked_(asked), capacity_(capacity), by_last_(std::move(runs)) {
    std::sort(by_last_.begin(), by_last_.end(), [](const Run& a, const Run& b) { return a.last < b.last; });
    by_end_ = by_last_;
    std::sort(by_end_.begin(), by_end_.end(),
              [](const Run& a, const Run& b) { return a.last + a.time < b.last + b.time; });
  }

  /// The largest sum - capacity x (b - a), in shares, at most `intervals` beginnings, spread evenly.
  SignedWide most(std::uint64_t intervals) {
    std::vector<Time> begins;
    begins.reserve(by_last_.size());
    for (const Run& run : by_last_) begins.push_back(run.first);
    std::sort(begins.begin(), begins.end());
    begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
    SignedWide most = 0;
    const std::uint64_t tried = std::min<std::uint64_t>(begins.size(), intervals);
    for (std::uint64_t i = 0; i < tried; ++i) most = std::max(most, from(begins[i * begins.size() / tried]));
    return most;
  }

 private:
  struct Bend {
    Time at = 0;
    int slope = 0;
  };

  SignedWide from(Time a) {
    // A task that can start before a bends elsewhere for every a. The others rise from `last` to `last + time`.
    bends_.clear();
    for (const Run& run : by_last_) {
      if (run.first >= a || run.first + run.time <= a) continue;
      const Time left = run.first + run.time - a;
      const Time begin = asked_ == Asked::time ? std::max(a, run.last) : run.last + run.time - left;
      bends_.push_back({begin, 1});
      bends_.push_back({begin + left, -1});
    }
    std::sort(bends_.begin(), bends_.end(), [](const Bend& x, const Bend& y) { return x.at < y.at; });
    SignedWide most = 0;
    SignedWide sum = 0;
    SignedWide rising = 0;
    Time b = a;
    const auto bend = [&](Time at, int slope) {
      sum += rising * SignedWide{at - b};
      b = at;
      rising += slope;
      if (slope < 0) most = std::max(most, sum * SignedWide{kShares} - SignedWide{capacity_} * SignedWide{b - a});
    };
    auto own = bends_.begin();
    auto begin = by_last_.begin();
    auto end = by_end_.begin();
    for (;;) {
      while (begin != by_last_.end() && begin->first < a) ++begin;
      while (end != by_end_.end() && end->first < a) ++end;
      const Time next_begin = begin != by_last_.end() ? begin->last : ~Time{0};
      const Time next_end = end != by_end_.end() ? end->last + end->time : ~Time{0};
      const Time next_own = own != bends_.end() ? own->at : ~Time{0};
      if (next_begin <= next_end && next_begin <= next_own && next_begin != ~Time{0}) {
        bend(next_begin, 1);
        ++begin;
      } else if (next_own <= next_end && next_own != ~Time{0}) {
        bend(next_own, own->slope);
        ++own;
      } else if (next_end != ~Time{0}) {
        bend(next_end, -1);
        ++end;
      } else {
        return most;
      }
    }
  }

  Asked asked_;
  std::uint64_t capacity_;  ///< in fractions of a processor
  std::vector<Run> by_last_;
  std::vector<Run> by_end_;  ///< by the last end
  std::vector<Bend> bends_;
};

std::vector<Run> runs_of(const Windows& windows, const Crew& crew, const std::vector<Time>& heads,
                         const std::vector<Time>& tails) {
  std::vector<Run> runs;
  for (const std::uint32_t t : crew.tasks) {
    const Time time = windows.times[t];
    if (time > 0) runs.push_back({heads[t], time, windows.length - tails[t] - time});
  }
  return runs;
}

}  // namespace

Time load_density(const Windows& windows, const Crew& crew, std::uint64_t intervals) {
  if (windows.length >= kLongest) return 0;
  SignedWide longest = 0;
  const auto look = [&](Asked asked, std::uint64_t capacity) {
    // Intervals with all ends, and backwards in time with all beginnings.
    const SignedWide most =
        std::max(Sweep(runs_of(windows, crew, windows.heads, windows.tails), asked, capacity).most(intervals),
                 Sweep(runs_of(windows, crew, windows.tails, windows.heads), asked, capacity).most(intervals));
    longest = std::max(longest, (most + SignedWide{capacity} - 1) / SignedWide{capacity});
  };
  const std::uint64_t all = crew.processors * kShares;
  look(Asked::time, all);
  if (crew.capacity < all) look(Asked::work, crew.capacity);
  return static_cast<Time>(std::min(longest, SignedWide{kLongest}));
}

}  // namespace gantry::plan
