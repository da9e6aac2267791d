// SPDX-License-Identifier: Apache-2.0
// Makes the prologue small: a local search over the order of the copies on every processor, beyond source 001.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

struct SearchLimits {
  std::uint64_t rounds = 20000;  ///< orders tried at most
  /// Copies and edges looked at, over all rounds, at most.
  std::uint64_t work = std::uint64_t{1} << 26;
  std::uint64_t seed = 1;
  /// Another thread or a signal handler may set it; the search then ends with the best so far. May be null.
  const std::atomic<bool>* stop = nullptr;
  /// Called now and then: rounds done, the most there will be, largest retiming so far.
  std::function<void(std::uint64_t, std::uint64_t, std::uint64_t)> progress;
};

struct SearchResult {
  PeriodicSchedule schedule;
  std::uint64_t max_retiming = 0;
  std::uint64_t rounds = 0;
};

/// Starts from the best of `first` (not empty, all legal), which it never falls behind, and goes on until the limits or
/// until the largest retiming is `enough`. With `processors` != 0 copies may change between that many processors as
/// long as no load passes the period.
SearchResult search_prologue(const Copies& copies, const std::vector<PeriodicSchedule>& first, std::uint32_t processors,
                             std::uint64_t enough, const SearchLimits& limits);

}  // namespace gantry::plan
