// SPDX-License-Identifier: Apache-2.0
// Histogram of integer latencies in cycles, with exact percentiles: an array for latencies below 2^16, a map above.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gantry/base/quotient.h"
#include "gantry/base/types.h"
#include "gantry/network/network_stats.h"

namespace gantry {
inline namespace network {

class LatencyHistogram {
  template <class>
  friend struct gantry::Archived;

 public:
  void add(std::uint64_t latency) {
    ++count_;
    sum_ += latency;
    if (latency > max_) max_ = latency;
    if (latency < kDense) {
      if (latency >= dense_.size()) dense_.resize(latency + 256, 0);
      ++dense_[latency];
    } else {
      ++sparse_[latency];
    }
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }

  /// Returns the smallest latency that at least `percent` % of all latencies do not exceed; 0 without latencies.
  /// `percent`: 1..100.
  [[nodiscard]] std::uint64_t percentile(std::uint64_t percent) const {
    const std::uint64_t rank = (count_ * percent + 99) / 100;
    std::uint64_t seen = 0;
    for (std::size_t latency = 0; latency < dense_.size(); ++latency) {
      seen += dense_[latency];
      if (rank > 0 && seen >= rank) return latency;
    }
    for (const auto& [latency, times] : sparse_) {
      seen += times;
      if (rank > 0 && seen >= rank) return latency;
    }
    return 0;
  }

  /// Returns latencies and their counts, in ascending order.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> counts() const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
    for (std::size_t latency = 0; latency < dense_.size(); ++latency) {
      if (dense_[latency] > 0) counts.emplace_back(latency, dense_[latency]);
    }
    counts.insert(counts.end(), sparse_.begin(), sparse_.end());
    return counts;
  }

  /// Returns mean, percentiles and maximum in cycles; all 0 without latencies.
  [[nodiscard]] LatencyStats stats() const {
    LatencyStats stats;
    if (count_ == 0) return stats;
    stats.mean = quotient(sum_, count_);
    stats.p50 = percentile(50);
    stats.p99 = percentile(99);
    stats.max = max_;
    return stats;
  }

 private:
  static constexpr std::uint64_t kDense = 1 << 16;
  std::vector<std::uint64_t> dense_;
  std::map<std::uint64_t, std::uint64_t> sparse_;
  std::uint64_t count_ = 0;
  Uint128 sum_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace network
}  // namespace gantry
