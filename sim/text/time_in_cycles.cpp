// SPDX-License-Identifier: Apache-2.0
#include "text/time_in_cycles.h"

#include "gantry/base/decimal.h"

namespace gantry {

std::optional<std::uint64_t> time_in_cycles(std::string_view text, std::uint32_t clock_mhz) {
  constexpr std::size_t kUnitLetters = 2;
  constexpr std::uint64_t kNanosecondsOfMicrosecond = 1000;
  if (text.size() <= kUnitLetters) return std::nullopt;
  const std::string_view unit = text.substr(text.size() - kUnitLetters);
  if (unit != "ns" && unit != "us") return std::nullopt;
  text.remove_suffix(kUnitLetters);
  if (text.back() == ' ') text.remove_suffix(1);
  const std::optional<Decimal> time = parse_decimal(text);
  if (!time) return std::nullopt;
  const std::uint64_t nanoseconds = unit == "us" ? kNanosecondsOfMicrosecond : 1;
  return ceil_product(*time, {1, 0}, nanoseconds * clock_mhz, kNanosecondsOfMicrosecond);
}

}  // namespace gantry
