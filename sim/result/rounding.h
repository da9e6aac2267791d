// SPDX-License-Identifier: Apache-2.0
// Ratios as they are written, and how far a sum of them may lie from the right one.
#pragma once

#include <cstdint>

#include "gantry/base/quotient.h"

namespace gantry {

/// Returns the double nearest to part / whole; 0 of nothing. It is written with all its digits.
inline double ratio(std::uint64_t part, std::uint64_t whole) { return quotient(part, whole); }

inline constexpr double kRounding = 1e-9;

}  // namespace gantry
