// SPDX-License-Identifier: Apache-2.0
// Text for one line of output: without line breaks, of Unicode too, and without control characters, which terminals
// execute.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gantry {
inline namespace base {

/// Returns the bytes of the control character or line break at `at`; 0: there is none.
inline std::size_t control_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : static_cast<unsigned char>(0);
  };
  if (byte(0) < 0x20U || byte(0) == 0x7fU) return 1;
  if (byte(0) == 0xc2U && byte(1) >= 0x80U && byte(1) <= 0x9fU) return 2;  // U+0080 to U+009F
  const bool separator = byte(0) == 0xe2U && byte(1) == 0x80U && (byte(2) == 0xa8U || byte(2) == 0xa9U);
  return separator ? 3 : 0;  // U+2028, U+2029
}

inline bool is_one_line(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (control_length(text, at) > 0) return false;
  }
  return true;
}

/// Returns the text with '?' in place of line breaks and control characters.
inline std::string one_line(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = control_length(text, at);
    line += length > 0 ? '?' : text[at];
    at += length > 0 ? length : 1;
  }
  return line;
}

}  // namespace base
}  // namespace gantry
