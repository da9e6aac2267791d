// SPDX-License-Identifier: Apache-2.0
// Sums and products that stay at 2^64 - 1 if they would exceed it.
#pragma once

#include <cstdint>
#include <limits>

namespace gantry {
inline namespace base {

inline std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  return a > kMost - b ? kMost : a + b;
}

inline std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  return a != 0 && b > kMost / a ? kMost : a * b;
}

}  // namespace base
}  // namespace gantry
