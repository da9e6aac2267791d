// SPDX-License-Identifier: Apache-2.0
// Input files as text: whatever a path may lead to, the answer is UTF-8 text or one error.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics.h"

namespace gantry {

/// Largest input file.
inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

/// The file's text without a byte order mark. Errors: missing, unreadable, a directory, empty, larger than
/// kMaxFileBytes or than memory, control characters (not a text file), invalid UTF-8.
std::optional<std::string> read_text_file(const std::string& path, Diagnostics& diagnostics);

/// Reports the first control character other than tab and line ends, or the first byte that is not UTF-8.
bool check_text(std::string_view text, const std::string& file, Diagnostics& diagnostics);

}  // namespace gantry
