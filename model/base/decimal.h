// SPDX-License-Identifier: Apache-2.0
// Exact decimal numbers, for times in foreign files: 100.376 s at 10^9 cycles per second are 100376000000 cycles on
// every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry {
inline namespace base {

/// A non-negative decimal number, mantissa x 10^exponent.
struct Decimal {
  std::uint64_t mantissa = 0;
  std::int32_t exponent = 0;

  [[nodiscard]] bool is_zero() const { return mantissa == 0; }
};

/// Parses digits with at most one point and one exponent (1.5e-3), and an optional plus. Digits beyond 64 bits are
/// rounded up. Nothing if the text is no such number, or its exponent is beyond +-100000.
std::optional<Decimal> parse_decimal(std::string_view text);

/// Returns a decimal number as digits with at most one point between them: "0.0015" for "1.5e-3", "0.5" for ".5", "5"
/// for "5." and "+5". Returns other texts, and numbers that would have more than 60 digits, unchanged. All readers of
/// decimal numbers in YAML use it.
std::string without_exponent(std::string_view text);

/// Returns the nearest double: infinity above the range of doubles, 0 below it.
double to_double(const Decimal& value);

/// Returns ceil(a x b x multiplier / divisor), at most 2^64 - 1. Exact while a.mantissa x b.mantissa x multiplier is
/// below 2^128; else too large by less than one part in 10^30. Precondition: divisor > 0.
std::uint64_t ceil_product(const Decimal& a, const Decimal& b, std::uint64_t multiplier = 1, std::uint64_t divisor = 1);

/// A sum of doubles that also adds up the rounding errors of its additions. value() is nearly the exact sum.
class ExactSum {
 public:
  void add(double value) {
    const double sum = high_ + value;
    const double rest = sum - high_;
    low_ += (high_ - (sum - rest)) + (value - rest);
    high_ = sum;
  }
  [[nodiscard]] double value() const { return high_ + low_; }
  friend bool operator<(const ExactSum& a, const ExactSum& b) {
    return a.value() != b.value() ? a.value() < b.value() : a.high_ < b.high_;
  }

 private:
  double high_ = 0.0;
  double low_ = 0.0;
};

}  // namespace base
}  // namespace gantry
