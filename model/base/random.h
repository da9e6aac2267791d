// SPDX-License-Identifier: Apache-2.0
// Random variates from integer arithmetic and a table, equal on every machine (docs/workloads.md).
#pragma once

#include <array>
#include <cstdint>

#include "gantry/base/types.h"

namespace gantry {
inline namespace base {

/// Generator xoshiro256** (Blackman and Vigna), seeded through splitmix64. Every source of randomness has a stream of
/// its own, so further draws of one source do not change another.
class RandomBits {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `stream`: number of the source of randomness. Any seed and number is allowed.
  RandomBits(std::uint64_t seed, std::uint64_t stream);
  /// Returns the next 64 random bits.
  std::uint64_t next();

 private:
  std::array<std::uint64_t, 4> state_{};
};

/// Returns an exactly uniform number in 0..bound-1. Precondition: bound > 0.
std::uint64_t random_below(RandomBits& bits, std::uint64_t bound);

/// Fraction bits of random_exponential().
inline constexpr int kExponentialBits = 56;

/// Returns an exponential variate with mean 1, in units of 2^-kExponentialBits. Algorithm SA of Ahrens and Dieter
/// (Knuth 3.4.1, algorithm S): exact but for the rounding of its table, and without logarithms.
std::uint64_t random_exponential(RandomBits& bits);

}  // namespace base
}  // namespace gantry
