// SPDX-License-Identifier: Apache-2.0
// Users' names inside CSV and JSON text.
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace gantry {

/// One CSV field (RFC 4180): quoted when it holds a comma, a quote or a line break.
void append_csv(fmt::memory_buffer& out, std::string_view text);

/// One JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
void append_json(fmt::memory_buffer& out, std::string_view text);

/// As it is, but for bytes that are not UTF-8, which become U+FFFD.
void append_utf8(fmt::memory_buffer& out, std::string_view text);

}  // namespace gantry
