// SPDX-License-Identifier: Apache-2.0
// Long-run means of a series that starts empty: a warm-up found by the data (MSER: the cut after which the standard
// error of the rest is least), then a 95 % confidence interval from the means of equally long batches. Memory is
// bounded: values are added up in batches whose length doubles whenever there are too many of them.
#pragma once

#include <cstdint>
#include <vector>

#include "result/stream_results.h"

namespace gantry {

class SteadyState {
 public:
  /// Batches kept at most; even.
  static constexpr std::size_t kBatches = 4096;
  /// Groups of batches that the interval is made of.
  static constexpr std::size_t kGroups = 32;

  void add(double value);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Values that belong to the warm-up: a whole number of batches, at most half of all.
  [[nodiscard]] std::uint64_t warm_up() const;
  /// Of everything after the first `skipped` values (rounded to batches).
  [[nodiscard]] Estimate estimate(std::uint64_t skipped) const;
  /// Mean of the values from one fraction of all to another (rounded to batches), 0 <= from < to <= 1.
  [[nodiscard]] double mean_between(double from, double to) const;

 private:
  std::vector<double> sums_;  ///< of full batches
  std::uint64_t length_ = 1;  ///< values per batch
  double open_sum_ = 0.0;     ///< of the batch being filled
  std::uint64_t open_count_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace gantry
