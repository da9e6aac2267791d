// SPDX-License-Identifier: Apache-2.0
// Long-run mean of a series of whole numbers that starts empty. The warm-up is found from the data (MSER: the cut after
// which the standard error of the rest is smallest). A 95 % confidence interval follows from the means of equally long
// batches. Memory is bounded: the length of batches doubles when there are too many.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/quotient.h"
#include "result/stream_results.h"

namespace gantry {

class SteadyState {
 public:
  /// Most batches; even.
  static constexpr std::size_t kBatches = 4096;
  /// Groups of batches from which the interval is computed.
  static constexpr std::size_t kGroups = 32;

  /// Half width of the 95 % confidence interval of the mean of groups, by Student's t.
  static double half_width(const std::array<double, kGroups>& means, double mean);

  void add(std::uint64_t value);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Values of the warm-up: a whole number of batches, at most half of all.
  [[nodiscard]] std::uint64_t warm_up() const;
  /// Mean and interval of all values after the first `skipped`, a whole number of batches. The mean is of all of them,
  /// and the double nearest to it; the interval is from groups of equally many, which leave out the first few.
  [[nodiscard]] Estimate estimate(std::uint64_t skipped) const;
  /// Mean of the same values, for results that are computed from it.
  [[nodiscard]] Precise precise_mean(std::uint64_t skipped) const;
  /// Mean of the values from one fraction of all to another, 0 <= from < to <= 1 (rounded to batches).
  [[nodiscard]] double mean_between(double from, double to) const;

 private:
  struct Sum {
    Uint128 values = 0;
    std::uint64_t count = 0;
  };
  /// Returns the first batch after the first `skipped` values.
  [[nodiscard]] std::size_t batch_after(std::uint64_t skipped) const;
  [[nodiscard]] Sum sum_after(std::uint64_t skipped) const;

  std::vector<Uint128> sums_;  ///< sums of complete batches
  std::uint64_t length_ = 1;   ///< values per batch
  Uint128 open_sum_ = 0;       ///< sum of the open batch
  std::uint64_t open_count_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace gantry
