// SPDX-License-Identifier: Apache-2.0
// Percentiles of whole numbers in bounded memory: exact for up to 1,024 numbers and for numbers below 128, else within
// 1/64.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gantry {

class Percentiles {
 public:
  void add(std::uint64_t value) {
    if (value > max_) max_ = value;
    if (++count_ <= kFew) return few_.push_back(value);
    if (counts_.empty()) {
      for (const std::uint64_t before : few_) count(before);
      few_ = {};
    }
    count(value);
  }
  [[nodiscard]] std::uint64_t max() const { return max_; }

  /// Returns the smallest value that at least `percent` (1..100) of all do not exceed. Of more than 1,024 numbers it is
  /// rounded up to the end of its bucket, at most to the maximum. 0: there are no numbers.
  [[nodiscard]] std::uint64_t percentile(std::uint64_t percent) const {
    const std::uint64_t rank = (count_ * percent + 99) / 100;
    if (count_ <= kFew) return of_few(rank);
    std::uint64_t seen = 0;
    for (std::size_t b = 0; b < counts_.size() && count_ > 0; ++b) {
      seen += counts_[b];
      if (seen >= rank) return last_of(b) < max_ ? last_of(b) : max_;
    }
    return 0;
  }

 private:
  static constexpr std::size_t kFew = 1024;
  [[nodiscard]] std::uint64_t of_few(std::uint64_t rank) const {
    if (rank == 0) return 0;
    std::vector<std::uint64_t> sorted = few_;
    std::sort(sorted.begin(), sorted.end());
    return sorted[static_cast<std::size_t>(rank - 1)];
  }

  void count(std::uint64_t value) {
    const std::size_t at = bucket(value);
    if (at >= counts_.size()) counts_.resize(at + 1, 0);
    ++counts_[at];
  }

  static constexpr unsigned kBits = 6;  ///< 64 buckets for each power of two

  /// Values below 128 have a bucket each; larger ones share one by their leading seven bits.
  static std::size_t bucket(std::uint64_t value) {
    if (value < (std::uint64_t{2} << kBits)) return static_cast<std::size_t>(value);
    const unsigned shift = 63U - static_cast<unsigned>(__builtin_clzll(value)) - kBits;
    return (std::size_t{shift} << kBits) + static_cast<std::size_t>(value >> shift);
  }
  static std::uint64_t last_of(std::size_t bucket) {
    if (bucket < (std::size_t{2} << kBits)) return bucket;
    const std::size_t shift = (bucket >> kBits) - 1;
    const std::uint64_t leading = bucket - (shift << kBits);
    return ((leading + 1) << shift) - 1;
  }

  std::vector<std::uint64_t> few_;  ///< the values themselves, up to 1,024
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace gantry
