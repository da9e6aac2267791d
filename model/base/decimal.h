// SPDX-License-Identifier: Apache-2.0
// Numbers of foreign files as they are written: exact decimals, so that 100.376 s at 10^9 cycles per second are
// 100376000000 cycles on every machine, and not one more.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry {
inline namespace base {

/// mantissa x 10^exponent; not negative.
struct Decimal {
  std::uint64_t mantissa = 0;
  std::int32_t exponent = 0;

  [[nodiscard]] bool is_zero() const { return mantissa == 0; }
};

/// A decimal number: digits, at most one point, at most one exponent (1.5e-3), no sign but an optional plus. What
/// does not fit into 64 bits is rounded up. Nothing if the text is no such number or its exponent is beyond +-100000.
std::optional<Decimal> parse_decimal(std::string_view text);

/// The same number without an exponent, as somebody would write it who has none: "1.5e-3" is "0.0015". Any other text,
/// and a number that would be longer than 60 digits, as it is.
std::string without_exponent(std::string_view text);

/// The nearest double; infinite if there is none.
double to_double(const Decimal& value);

/// ceil(a x b x multiplier / divisor), at most 2^64 - 1. Exact as long as a.mantissa x b.mantissa x multiplier is below
/// 2^128, else too large by less than one part in 10^30. Precondition: divisor > 0.
std::uint64_t ceil_product(const Decimal& a, const Decimal& b, std::uint64_t multiplier = 1, std::uint64_t divisor = 1);

/// Sum of doubles that does not lose the small ones.
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
