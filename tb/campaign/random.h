// SPDX-License-Identifier: Apache-2.0
// A small random generator (SplitMix64), with the same numbers from the same seed on every machine.
#pragma once

#include <cstdint>

namespace gantry::campaign {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  /// Returns a number from 0 to limit - 1. Precondition: limit is below 2^32.
  std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>(((bits() >> 32U) * std::uint64_t{limit}) >> 32U);
  }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }
  bool percent(std::uint32_t p) { return below(100) < p; }

 private:
  std::uint64_t state_;
};

}  // namespace gantry::campaign
