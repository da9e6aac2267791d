// SPDX-License-Identifier: Apache-2.0
// Speeds of processors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gantry/base/types.h"

namespace gantry {
inline namespace base {

/// Longest time of a job, so that sums of times do not overflow. A run that may take longer is refused before cycle 0.
inline constexpr Cycle kMaxJobTime = Cycle{1} << 62;

/// Exact decimal speed: 1.5 is 1500000 millionths.
struct Speed {
  std::uint64_t millionths = 1000000;  ///< 1..10^12
  /// Returns ceil(cycles / speed), at most kMaxJobTime. Precondition: millionths > 0.
  [[nodiscard]] Cycle time_for(std::uint64_t cycles) const;
};

/// Parses a decimal with up to 6 fraction digits, 0.000001..1000000, also with an exponent. Nothing for other texts.
std::optional<Speed> parse_speed(std::string_view text);
/// Returns the shortest text that parse_speed() reads as this speed.
std::string to_text(Speed speed);

}  // namespace base
}  // namespace gantry
