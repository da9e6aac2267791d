// SPDX-License-Identifier: Apache-2.0
// What counts as a number's digit, in every locale.
#pragma once

#include <algorithm>
#include <string_view>

namespace gantry {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// False for an empty text.
inline bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

}  // namespace gantry
