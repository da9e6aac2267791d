// SPDX-License-Identifier: Apache-2.0
// Exact arithmetic on shares in billionths.
#pragma once

#include <cstdint>

namespace gantry::plan {

/// Whole numbers of 128 bits, for products of two times.
__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

inline constexpr std::uint64_t kBillion = 1000000000;

}  // namespace gantry::plan
