// SPDX-License-Identifier: Apache-2.0
// Ratios as they are written, and how far one may lie from the same one recomputed.
#pragma once

#include <cstdint>

namespace gantry {

/// 0 of nothing.
inline double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// They are written with all their digits; this much is left to other ways of dividing.
inline constexpr double kRounding = 1e-9;

}  // namespace gantry
