// SPDX-License-Identifier: Apache-2.0
// Quoting of user-defined names in CSV and JSON text.
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace gantry {

/// Returns one CSV field (RFC 4180), quoted if it contains a comma, a quote or a line break.
void append_csv(fmt::memory_buffer& out, std::string_view text);

/// Returns one JSON string with quotes. Bytes that are not UTF-8 become U+FFFD.
void append_json(fmt::memory_buffer& out, std::string_view text);

/// Returns the text with bytes that are not UTF-8 replaced by U+FFFD.
void append_utf8(fmt::memory_buffer& out, std::string_view text);

}  // namespace gantry
