// SPDX-License-Identifier: Apache-2.0
// How fast a processor computes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gantry/base/types.h"

namespace gantry {
inline namespace base {

/// Slow processors stop here, so that sums of times do not overflow; a run that takes as long is refused beforehand.
inline constexpr Cycle kMaxJobTime = Cycle{1} << 62;

/// Exact decimal: speed 1.5 is 1500000 millionths.
struct Speed {
  std::uint64_t millionths = 1000000;  ///< 1..10^12
  /// ceil(cycles / speed), at most kMaxJobTime; cycles up to 2^48.
  [[nodiscard]] Cycle time_for(std::uint64_t cycles) const;
};

/// Exact decimal with up to 6 fraction digits, 0.000001..1000000.
std::optional<Speed> parse_speed(std::string_view text);
/// The shortest text that parse_speed reads as this speed.
std::string to_text(Speed speed);

}  // namespace base
}  // namespace gantry
