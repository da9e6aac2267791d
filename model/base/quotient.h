// SPDX-License-Identifier: Apache-2.0
// Quotients of integers and their sums, each rounded once. A reported number that is a quotient of integers is the
// double nearest to it: sums are kept in integers, or in a type that is exact far beyond a double, and divided once.
#pragma once

#include <cstdint>
#include <limits>

#include "gantry/base/types.h"
#include "gantry/base/uint128.h"

namespace gantry {
inline namespace base {

/// Returns the double nearest to part / whole; 0 if `whole` is 0. Precondition: both are below 2^127.
double quotient(Uint128 part, Uint128 whole);

/// Returns part / whole, rounded to the nearest integer, half up. Preconditions: whole > 0; 2 x part + whole is below
/// 2^128; the result is below 2^64.
constexpr std::uint64_t nearest_integer(Uint128 part, std::uint64_t whole) {
  return static_cast<std::uint64_t>((2 * part + whole) / (Uint128{2} * whole));
}

/// A binary floating-point number of 113 bits. Of a few thousand operations the result, rounded to double, is the
/// double nearest to the exact result, unless that lies within 10^-28 of the middle between two doubles. It is slow (no
/// hardware has it): for results at the end of a run.
#ifdef __SIZEOF_FLOAT128__
__extension__ using Precise = __float128;
#else
using Precise = long double;
static_assert(std::numeric_limits<Precise>::digits >= 113, "a floating-point type of 113 bits");
#endif

/// A sum of quotients of integers, not negative, with 128 bits behind the point: each quotient is rounded down by less
/// than 2^-128. It is fast enough for every pick of a run. Precondition: the sum stays below 2^64.
class QuotientSum {
  template <class>
  friend struct gantry::Archived;

 public:
  QuotientSum() = default;
  explicit QuotientSum(std::uint64_t whole) : whole_(whole) {}
  /// part / whole. Precondition: whole > 0.
  QuotientSum(std::uint64_t part, std::uint64_t whole) : whole_(part / whole) {
    const std::uint64_t rest = part % whole;
    const Uint128 high = Uint128{rest} << 64U;
    fraction_ = high / whole << 64U | (high % whole << 64U) / whole;
  }

  QuotientSum& operator+=(const QuotientSum& other) {
    fraction_ += other.fraction_;
    whole_ += other.whole_ + (fraction_ < other.fraction_ ? 1 : 0);
    return *this;
  }
  /// Precondition: `other` is not larger.
  QuotientSum& operator-=(const QuotientSum& other) {
    whole_ -= other.whole_ + (fraction_ < other.fraction_ ? 1 : 0);
    fraction_ -= other.fraction_;
    return *this;
  }
  friend QuotientSum operator+(QuotientSum a, const QuotientSum& b) { return a += b; }
  friend QuotientSum operator-(QuotientSum a, const QuotientSum& b) { return a -= b; }
  friend bool operator<(const QuotientSum& a, const QuotientSum& b) {
    return a.whole_ != b.whole_ ? a.whole_ < b.whole_ : a.fraction_ < b.fraction_;
  }
  friend bool operator==(const QuotientSum& a, const QuotientSum& b) {
    return a.whole_ == b.whole_ && a.fraction_ == b.fraction_;
  }

  /// Returns a - b, or 0 if b is larger.
  friend QuotientSum above(const QuotientSum& a, const QuotientSum& b) { return a < b ? QuotientSum() : a - b; }

  /// Returns the sum divided by `by`, rounded down by less than 2^-128. Precondition: by > 0.
  [[nodiscard]] QuotientSum divided(std::uint64_t by) const;
  /// Returns the double nearest to the sum, with the exception that Precise has.
  [[nodiscard]] double value() const { return over(1); }
  /// Returns the double nearest to the sum divided by `by`, likewise. Precondition: by > 0.
  [[nodiscard]] double over(std::uint64_t by) const;

 private:
  std::uint64_t whole_ = 0;
  Uint128 fraction_ = 0;  ///< in 2^-128
};

}  // namespace base
}  // namespace gantry
