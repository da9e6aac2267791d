// SPDX-License-Identifier: Apache-2.0
#include "gantry/base/quotient.h"

#include <cmath>

namespace gantry {
inline namespace base {

double quotient(Uint128 part, Uint128 whole) {
  if (whole == 0) return 0.0;
  constexpr Uint128 kExact = Uint128{1} << 53U;
  if (part <= kExact && whole <= kExact) return static_cast<double>(part) / static_cast<double>(whole);
  // Long division until the quotient has two bits more than a double. The last bit also says whether a rest is left.
  Uint128 result = part / whole;
  Uint128 rest = part % whole;
  int exponent = 0;
  for (; result >> 54U == 0 && rest != 0; --exponent) {
    rest *= 2;
    const bool one = rest >= whole;
    if (one) rest -= whole;
    result = 2 * result + (one ? 1 : 0);
  }
  return std::ldexp(static_cast<double>(result | (rest != 0 ? 1U : 0U)), exponent);
}

QuotientSum QuotientSum::divided(std::uint64_t by) const {
  QuotientSum result(whole_, by);
  QuotientSum rest;
  rest.fraction_ = fraction_ / by;
  return result += rest;
}

double QuotientSum::over(std::uint64_t by) const {
  const Precise fraction = static_cast<Precise>(fraction_) * static_cast<Precise>(0x1p-128);
  const Precise sum = static_cast<Precise>(whole_) + fraction;
  return static_cast<double>(sum / static_cast<Precise>(by));
}

}  // namespace base
}  // namespace gantry
