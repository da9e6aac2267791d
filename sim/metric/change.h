// SPDX-License-Identifier: Apache-2.0
// A count in both runs.
#pragma once

#include <cstdint>
#include <string>

namespace gantry {

struct Change {
  std::uint64_t a = 0;
  std::uint64_t b = 0;

  /// b - a. Exact for what a run counts; files that say more than 2^63 get some number.
  [[nodiscard]] std::int64_t difference() const { return static_cast<std::int64_t>(b - a); }
  [[nodiscard]] std::uint64_t size() const { return b > a ? b - a : a - b; }
  void add(const Change& other) {
    a += other.a;
    b += other.b;
  }
};

/// +1,234, -5 or 0.
std::string signed_text(const Change& change);

/// "+2.0 %"; "-" where A has nothing.
std::string percent_text(double a, double b);

}  // namespace gantry
