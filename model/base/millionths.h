// SPDX-License-Identifier: Apache-2.0
// Exact decimal numbers with up to six fraction digits: 1.5 is 1500000 millionths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry {
inline namespace base {

/// Parses digits with up to six fraction digits, or such a number with an exponent (1.5e-3). Nothing if the text is no
/// such number, or its whole part is above `most`. So the result is at most most x 10^6 + 999999. Precondition:
/// most < 10^13.
std::optional<std::uint64_t> parse_millionths(std::string_view text, std::uint64_t most);
/// Returns the shortest text that parse_millionths() reads as this number.
std::string millionths_text(std::uint64_t millionths);

}  // namespace base
}  // namespace gantry
