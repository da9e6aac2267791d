// SPDX-License-Identifier: Apache-2.0
// Times that stand for a number of cycles: `40ns`, `1.5 us`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gantry {

/// Returns the cycles of a clock of `clock_mhz` that a time takes, rounded up, at most 2^64 - 1. Nothing: the text is
/// no decimal number with the unit ns or us.
std::optional<std::uint64_t> time_in_cycles(std::string_view text, std::uint32_t clock_mhz);

}  // namespace gantry
