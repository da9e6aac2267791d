// SPDX-License-Identifier: Apache-2.0
#include "gantry/serving/amount.h"

#include <algorithm>

#include "gantry/base/quotient.h"

namespace gantry {
inline namespace serving {

Amount to_amount(const Decimal& value) {
  Amount amount = value.mantissa;
  if (amount == 0) return 0;
  for (int e = -kAmountDigits; e < value.exponent; ++e) amount *= 10;
  return amount;
}

Amount parse_amount(std::string_view text) {
  Amount amount = 0;
  int fraction = 0;
  bool point = false;
  for (const char c : text) {
    if (c == '.') {
      point = true;
      continue;
    }
    amount = amount * 10 + static_cast<Amount>(c - '0');
    if (point) ++fraction;
  }
  for (; fraction < kAmountDigits; ++fraction) amount *= 10;
  return amount;
}

std::string to_text(Amount value, int digits) {
  std::string text;
  bool significant = false;
  for (int place = 0; value != 0 || place <= digits; ++place) {
    const char digit = static_cast<char>('0' + static_cast<int>(value % 10));
    value /= 10;
    if (place == digits && significant) text += '.';
    significant = significant || digit != '0';
    if (place >= digits || significant) text += digit;
  }
  std::reverse(text.begin(), text.end());
  return text;
}

double to_double(Amount value) { return quotient(value, Amount{1'000'000'000'000}); }

}  // namespace serving
}  // namespace gantry
