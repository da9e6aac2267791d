// SPDX-License-Identifier: Apache-2.0
// Local search for a small prologue, over the order of the copies on every processor. Beyond source 001.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

struct SearchLimits {
  std::uint64_t rounds = 20000;  ///< most orders to try
  /// Most copies and edges to visit, over all rounds.
  std::uint64_t work = std::uint64_t{1} << 26;
  std::uint64_t seed = 1;
  /// Set by another thread or a signal handler: the search ends with the best so far. May be nullptr.
  const std::atomic<bool>* stop = nullptr;
  /// Called now and then: rounds done, most rounds, largest retiming so far. May be empty.
  std::function<void(std::uint64_t, std::uint64_t, std::uint64_t)> progress;
};

struct SearchResult {
  PeriodicSchedule schedule;
  std::uint64_t max_retiming = 0;  ///< largest retiming, in periods
  std::uint64_t rounds = 0;        ///< orders tried
};

/// Starts from the best of `first`, which is not empty and all legal, and never returns a worse one. Ends at the
/// limits, or when the largest retiming is at most `enough`. With `processors` != 0 copies may move among that many
/// processors while no load exceeds the period.
SearchResult search_prologue(const Copies& copies, const std::vector<PeriodicSchedule>& first, std::uint32_t processors,
                             std::uint64_t enough, const SearchLimits& limits);

}  // namespace gantry::plan
