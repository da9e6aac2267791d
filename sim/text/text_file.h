// SPDX-License-Identifier: Apache-2.0
// Input files as text: whatever a path may lead to, the answer is UTF-8 text or one error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Largest input file.
inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

/// The file's text without a byte order mark. Errors: missing, unreadable, a directory, empty, larger than
/// kMaxFileBytes or than memory, control characters (not a text file), invalid UTF-8.
std::optional<std::string> read_text_file(const std::string& path, Diagnostics& diagnostics);

/// What read_text_file() does with what it read: takes a byte order mark away, refuses what is empty or no text.
bool accept_text(std::string& text, const std::string& file, Diagnostics& diagnostics);

/// For a file that another file names: reports at that place what is no regular file. A pipe or a terminal would have
/// the program wait for something that nobody is about to write.
bool check_named_file(const std::string& path, const std::string& what, const SourcePosition& named_at,
                      Diagnostics& diagnostics);

/// Reports the first control character other than tab and line ends, or the first byte that is not UTF-8.
bool check_text(std::string_view text, const std::string& file, Diagnostics& diagnostics);

/// Bytes of the UTF-8 character at `at`, 0 if there is none (overlong forms and surrogates included).
std::size_t utf8_length(std::string_view text, std::size_t at);

}  // namespace gantry
