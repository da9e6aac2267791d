// SPDX-License-Identifier: Apache-2.0
#include "gantry/base/decimal.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>

#include "gantry/base/uint128.h"

namespace gantry {
inline namespace base {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr Uint128 kWidest = ~Uint128{0};
constexpr int kMaxExponent = 100000;
constexpr std::uint64_t kRoomForDigit = (kMost - 9) / 10;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The part after the `e`; nothing if it is no exponent.
std::optional<int> parse_exponent(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  int value = 0;
  for (const char c : text) {
    value = value * 10 + (c - '0');
    if (value > kMaxExponent) return std::nullopt;
  }
  return negative ? -value : value;
}

Uint128 ceil_div(Uint128 a, Uint128 b) { return a / b + (a % b != 0 ? 1 : 0); }

std::string digits_of(Uint128 value) {
  std::string digits;
  for (; value != 0 || digits.empty(); value /= 10) digits += static_cast<char>('0' + static_cast<int>(value % 10));
  std::reverse(digits.begin(), digits.end());
  return digits;
}

/// A product that may give up its last digits, rounding up.
struct Product {
  Uint128 value;
  std::int64_t exponent;

  void multiply(std::uint64_t factor) {
    while (factor != 0 && value > kWidest / factor) {
      value = ceil_div(value, 10);
      ++exponent;
    }
    value *= factor;
  }
};

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  Decimal number;
  bool digits = false;
  bool point = false;
  bool cut = false;
  bool rest = false;
  std::int64_t exponent = 0;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (!is_digit(c)) break;
    digits = true;
    if (!cut && number.mantissa <= kRoomForDigit) {
      number.mantissa = number.mantissa * 10 + static_cast<std::uint64_t>(c - '0');
      if (point) --exponent;
    } else {
      cut = true;
      rest = rest || c != '0';
      if (!point) ++exponent;
    }
  }
  if (!digits) return std::nullopt;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return std::nullopt;
    const auto written = parse_exponent(text.substr(at + 1));
    if (!written) return std::nullopt;
    exponent += *written;
  }
  if (number.mantissa == 0) return Decimal{};
  if (rest) ++number.mantissa;  // a cut mantissa is below 2^64 - 5
  if (exponent < -kMaxExponent || exponent > kMaxExponent) return std::nullopt;
  while (number.mantissa % 10 == 0) {
    number.mantissa /= 10;
    ++exponent;
  }
  number.exponent = static_cast<std::int32_t>(exponent);
  return number;
}

std::string without_exponent(std::string_view text) {
  constexpr int kMostDigits = 60;
  const std::size_t sign = !text.empty() && text.front() == '+' ? 1 : 0;
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view number = text.substr(sign, e - sign);
  const bool whole_and_fraction = !number.empty() && number.front() != '.' && number.back() != '.';
  if (e == text.size() && sign == 0 && whole_and_fraction) return std::string(text);
  const auto exponent = e == text.size() ? std::optional<int>(0) : parse_exponent(text.substr(e + 1));
  const std::size_t point = std::min(number.find('.'), number.size());
  std::string digits(number.substr(0, point));
  if (point < number.size()) digits += number.substr(point + 1);
  if (!exponent || digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) return std::string(text);
  // Digits before the point; not within the number: zeros are put there.
  const std::int64_t whole = static_cast<std::int64_t>(point) + *exponent;
  const auto length = static_cast<std::int64_t>(digits.size());
  if (whole > kMostDigits || length - whole > kMostDigits) return std::string(text);
  if (whole <= 0) digits.insert(0, static_cast<std::size_t>(1 - whole), '0');
  if (whole > length) digits.append(static_cast<std::size_t>(whole - length), '0');
  const auto at = static_cast<std::size_t>(std::max<std::int64_t>(whole, 1));
  std::string fraction = digits.substr(at);
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  return digits.substr(0, at) + (fraction.empty() ? "" : '.' + fraction);
}

double to_double(const Decimal& value) {
  if (value.mantissa == 0) return 0.0;
  const std::string text = std::to_string(value.mantissa) + 'e' + std::to_string(value.exponent);
  double number = 0.0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec == std::errc::result_out_of_range)
    return value.exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return number;
}

DecimalSum::operator double() const {
  double number = 0.0;
  const std::string text = digits_of(mantissa) + 'e' + std::to_string(exponent);
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec == std::errc::result_out_of_range) return exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return number;
}

std::string to_text(const DecimalSum& sum) {
  std::string digits = digits_of(sum.mantissa);
  if (digits == "0") return digits;
  std::int64_t exponent = sum.exponent;
  for (; digits.back() == '0'; ++exponent) digits.pop_back();
  std::string text = without_exponent(digits + 'e' + std::to_string(exponent));
  if (text.find('e') == std::string::npos) return text;
  exponent += static_cast<std::int64_t>(digits.size()) - 1;
  if (digits.size() > 1) digits.insert(1, ".");
  return digits + 'e' + std::to_string(exponent);
}

void DecimalScale::include(const Decimal& number) {
  if (number.is_zero()) return;
  const auto top = number.exponent + static_cast<std::int32_t>(std::to_string(number.mantissa).size());
  finest_ = empty_ ? number.exponent : std::min(finest_, number.exponent);
  top_ = empty_ ? top : std::max(top_, top);
  empty_ = false;
}

/// 2^24 numbers of 31 digits are below 10^39 / 5, which 128 bits hold.
std::int32_t DecimalScale::exponent() const {
  constexpr std::int32_t kDigits = 31;
  return std::max(finest_, top_ - kDigits);
}

Uint128 DecimalScale::steps(const Decimal& number) const {
  if (number.is_zero()) return 0;
  Uint128 value = number.mantissa;
  std::int32_t up = number.exponent - exponent();
  for (; up > 0; --up) value *= 10;
  for (; up < 0 && value > 1; ++up) value = ceil_div(value, 10);
  return value;
}

std::uint64_t ceil_product(const Decimal& a, const Decimal& b, std::uint64_t multiplier, std::uint64_t divisor) {
  Product product{a.mantissa, std::int64_t{a.exponent} + b.exponent};
  product.multiply(b.mantissa);
  product.multiply(multiplier);
  if (product.value == 0) return 0;
  for (; product.exponent > 0; --product.exponent) {
    if (product.value > kWidest / 10) return kMost;
    product.value *= 10;
  }
  Uint128 by = divisor;
  for (; product.exponent < 0; ++product.exponent) {
    if (by > kWidest / 10) return 1;  // the divisor is larger than any product
    by *= 10;
  }
  const Uint128 quotient = ceil_div(product.value, by);
  return quotient > kMost ? kMost : static_cast<std::uint64_t>(quotient);
}

}  // namespace base
}  // namespace gantry
