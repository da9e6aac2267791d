// SPDX-License-Identifier: Apache-2.0
#include "gantry/base/speed.h"

#include <algorithm>

#include "gantry/base/decimal.h"
#include "gantry/base/millionths.h"
#include "gantry/base/uint128.h"

namespace gantry {
inline namespace base {

Cycle Speed::time_for(std::uint64_t cycles) const {
  constexpr std::uint64_t kOne = 1000000;
  if (millionths == kOne) return std::min(cycles, kMaxJobTime);  // most are, and the division is a call
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 43;  // a million times as much, and a speed, fit into 64 bits
  if (cycles < kSmall) return std::min((cycles * kOne + millionths - 1) / millionths, kMaxJobTime);
  const Uint128 time = (static_cast<Uint128>(cycles) * 1000000 + millionths - 1) / millionths;
  return static_cast<Cycle>(std::min<Uint128>(time, kMaxJobTime));
}

std::optional<Speed> parse_speed(std::string_view text) {
  constexpr std::uint64_t kMost = 1000000;
  constexpr std::size_t kMostDigits = 7;
  const std::string plain = without_exponent(text);
  if (std::min(plain.find('.'), plain.size()) > kMostDigits) return std::nullopt;
  const auto millionths = parse_millionths(plain, kMost);
  if (!millionths || *millionths == 0 || *millionths > kMost * 1000000) return std::nullopt;
  return Speed{*millionths};
}

std::string to_text(Speed speed) { return millionths_text(speed.millionths); }

}  // namespace base
}  // namespace gantry
