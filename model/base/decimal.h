// SPDX-License-Identifier: Apache-2.0
// Exact decimal numbers, for times in foreign files: 100.376 s at 10^9 cycles per second are 100376000000 cycles on
// every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gantry/base/uint128.h"

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

/// A sum of decimal numbers, mantissa x 10^exponent.
struct DecimalSum {
  Uint128 mantissa = 0;
  std::int32_t exponent = 0;

  /// The nearest double.
  explicit operator double() const;
  friend bool operator==(const DecimalSum& sum, double value) { return static_cast<double>(sum) == value; }
};

/// Returns all digits of the sum, with a point if it is no whole number ("721.223"); "1.5e-80" if that would take more
/// than 60 digits.
std::string to_text(const DecimalSum& sum);

/// Adds decimal numbers as whole multiples of one power of ten, the step. Sums are exact as long as 31 digits hold the
/// largest number down to the last digit of the finest. Otherwise the step is the last of these digits, and each number
/// is rounded up to it. For up to 2^24 numbers.
class DecimalScale {
 public:
  /// Makes the scale hold this number as well. All numbers come before the first call of steps().
  void include(const Decimal& number);
  [[nodiscard]] Uint128 steps(const Decimal& number) const;
  [[nodiscard]] DecimalSum sum(Uint128 steps) const { return {steps, exponent()}; }

 private:
  [[nodiscard]] std::int32_t exponent() const;

  bool empty_ = true;
  std::int32_t finest_ = 0;  ///< least exponent
  std::int32_t top_ = 0;     ///< all numbers are below 10^top_
};

}  // namespace base
}  // namespace gantry
