// SPDX-License-Identifier: Apache-2.0
// Test for the digits of a number, independent of the locale.
#pragma once

#include <algorithm>
#include <string_view>

namespace gantry {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether all characters are digits; false for an empty text.
inline bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

}  // namespace gantry
