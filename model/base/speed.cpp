// SPDX-License-Identifier: Apache-2.0
#include "gantry/base/speed.h"

#include <algorithm>

namespace gantry {
inline namespace base {

Cycle Speed::time_for(std::uint64_t cycles) const {
  __extension__ using Wide = unsigned __int128;
  const Wide time = (static_cast<Wide>(cycles) * 1000000 + millionths - 1) / millionths;
  return static_cast<Cycle>(std::min<Wide>(time, kMaxJobTime));
}

std::optional<Speed> parse_speed(std::string_view text) {
  constexpr std::uint64_t kMillion = 1000000;
  constexpr std::uint64_t kMax = kMillion * kMillion;
  const std::size_t dot = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, dot);
  const std::string_view fraction = dot < text.size() ? text.substr(dot + 1) : std::string_view();
  const auto digits = [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (!digits(whole) || whole.size() > 7 || fraction.size() > 6 || (dot < text.size() && !digits(fraction)))
    return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : whole) value = value * 10 + static_cast<std::uint64_t>(c - '0');
  for (std::size_t i = 0; i < 6; ++i)
    value = value * 10 + (i < fraction.size() ? static_cast<std::uint64_t>(fraction[i] - '0') : 0);
  if (value == 0 || value > kMax) return std::nullopt;
  return Speed{value};
}

std::string to_text(Speed speed) {
  std::string text = std::to_string(speed.millionths / 1000000);
  std::string fraction = std::to_string(speed.millionths % 1000000);
  fraction.insert(0, 6 - fraction.size(), '0');
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return fraction.empty() ? text : text + '.' + fraction;
}

}  // namespace base
}  // namespace gantry
