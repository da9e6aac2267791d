// SPDX-License-Identifier: Apache-2.0
#include "gantry/base/millionths.h"

#include <algorithm>

#include "gantry/base/decimal.h"

namespace gantry {
inline namespace base {

namespace {

constexpr std::size_t kFractionDigits = 6;
constexpr std::uint64_t kMillion = 1000000;

bool digits(std::string_view part) {
  return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<std::uint64_t> parse_millionths(std::string_view written, std::uint64_t most) {
  const std::string plain = without_exponent(written);
  const std::string_view text = plain;
  const std::size_t dot = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, dot);
  const std::string_view fraction = dot < text.size() ? text.substr(dot + 1) : std::string_view("0");
  if (!digits(whole) || !digits(fraction) || fraction.size() > kFractionDigits) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : whole) {
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
    if (value > most) return std::nullopt;
  }
  for (std::size_t i = 0; i < kFractionDigits; ++i)
    value = value * 10 + (i < fraction.size() ? static_cast<std::uint64_t>(fraction[i] - '0') : 0);
  return value;
}

std::string millionths_text(std::uint64_t millionths) {
  std::string text = std::to_string(millionths / kMillion);
  std::string fraction = std::to_string(kMillion + millionths % kMillion).substr(1);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return fraction.empty() ? text : text + '.' + fraction;
}

}  // namespace base
}  // namespace gantry
