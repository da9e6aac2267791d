// SPDX-License-Identifier: Apache-2.0
#include "workload/date_time.h"

#include <array>

#include "text/digits.h"

namespace gantry {
namespace {

/// Takes exactly `digits` digits off the front.
std::optional<unsigned> take_digits(std::string_view& text, std::size_t digits) {
  if (text.size() < digits || !all_digits(text.substr(0, digits))) return std::nullopt;
  unsigned value = 0;
  for (const char c : text.substr(0, digits)) value = value * 10 + static_cast<unsigned>(c - '0');
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

bool is_leap(unsigned year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

unsigned days_in(unsigned month, unsigned year) {
  constexpr std::array<unsigned, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

/// Minutes by which the zone at the end of a text is east of UTC.
std::optional<int> zone_minutes(std::string_view text) {
  if (text.empty() || text == "Z" || text == "z") return 0;
  const bool west = text.front() == '-';
  if (!take(text, '+') && !take(text, '-')) return std::nullopt;
  const auto hours = take_digits(text, 2);
  const bool colon = take(text, ':');
  const auto minutes = text.empty() && !colon ? std::optional<unsigned>(0) : take_digits(text, 2);
  if (!hours || !minutes || !text.empty() || *hours > 23 || *minutes > 59) return std::nullopt;
  const int east = static_cast<int>(*hours * 60 + *minutes);
  return west ? -east : east;
}

}  // namespace

std::optional<std::uint64_t> parse_date_time(std::string_view text) {
  const auto year = take_digits(text, 4);
  const auto month = year && take(text, '-') ? take_digits(text, 2) : std::nullopt;
  const auto day = month && take(text, '-') ? take_digits(text, 2) : std::nullopt;
  const auto hour =
      day && (take(text, ' ') || take(text, 'T') || take(text, 't')) ? take_digits(text, 2) : std::nullopt;
  const auto minute = hour && take(text, ':') ? take_digits(text, 2) : std::nullopt;
  const auto second = minute && take(text, ':') ? take_digits(text, 2) : std::nullopt;
  if (!second || *year < 1970 || *year > 2399 || *month < 1 || *month > 12 || *day < 1 ||
      *day > days_in(*month, *year) || *hour > 23 || *minute > 59 || *second > 59)
    return std::nullopt;
  std::uint64_t nanoseconds = 0;
  if (take(text, '.')) {
    std::uint64_t unit = 100000000;
    bool digits = false;
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9' && unit > 0; unit /= 10) {
      nanoseconds += static_cast<std::uint64_t>(text.front() - '0') * unit;
      text.remove_prefix(1);
      digits = true;
    }
    if (!digits) return std::nullopt;
  }
  const auto east = zone_minutes(text);
  if (!east) return std::nullopt;
  std::uint64_t days = *day - 1;
  for (unsigned y = 1970; y < *year; ++y) days += is_leap(y) ? 366 : 365;
  for (unsigned m = 1; m < *month; ++m) days += days_in(m, *year);
  const std::int64_t minutes = static_cast<std::int64_t>((days * 24 + *hour) * 60 + *minute) - *east;
  if (minutes < 0) return std::nullopt;
  return (static_cast<std::uint64_t>(minutes) * 60 + *second) * 1000000000 + nanoseconds;
}

}  // namespace gantry
