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

/// The path that stands for the standard input, wherever a file is named.
inline constexpr const char* kStandardInput = "-";

/// How messages call a file: its path, or `<stdin>`.
std::string shown_path(const std::string& path);
/// What things without a name of their own are called: the file's name without its ending, `stdin`, or `pipe` for
/// `<(...)` of a shell. `path` may be a shown one.
std::string stem_of(const std::string& path);
/// Why an output directory cannot have this name; nothing if it can.
std::optional<Diagnostic> wrong_directory_name(const std::string& name);

/// The file's text without a byte order mark. It may be a pipe or `-`, which end with the first reading: whoever needs
/// their text twice keeps it. Errors: missing, unreadable, a directory, empty, larger than kMaxFileBytes or than
/// memory, control characters (not a text file), invalid UTF-8.
std::optional<std::string> read_text_file(const std::string& path, Diagnostics& diagnostics);

/// The same for a `what` that another file names: what cannot be read is the fault of the place that names it. Devices
/// are refused: a terminal would have the program wait for something that nobody is about to write. `beside`: where
/// relative paths start, for the message.
std::optional<std::string> read_named_file(const std::string& path, const std::string& what,
                                           const SourcePosition& named_at, Diagnostics& diagnostics,
                                           const char* beside = "the experiment's file");
/// Where the files are that a file names by relative paths: beside it, or in the current directory if it is `-` or a
/// pipe of the shell (`/dev/fd/63`).
std::string directory_of(const std::string& path);
/// Where a file that is named in a file of `directory` is.
std::string path_beside(const std::string& directory, const std::string& file);

/// While one lives, what is read from the standard input and from pipes is kept; from give_again() on it is what they
/// hold once more. For commands that read the same experiment again and again; one at a time.
class PipeMemory {
 public:
  PipeMemory();
  PipeMemory(const PipeMemory&) = delete;
  PipeMemory& operator=(const PipeMemory&) = delete;
  ~PipeMemory();

  void give_again();
};

/// What read_text_file() does with what it read: takes a byte order mark away, refuses what is empty or no text.
bool accept_text(std::string& text, const std::string& file, Diagnostics& diagnostics);

/// Reports the first control character other than tab and line ends, or the first byte that is not UTF-8.
bool check_text(std::string_view text, const std::string& file, Diagnostics& diagnostics);

/// Bytes of the UTF-8 character at `at`, 0 if there is none (overlong forms and surrogates included).
std::size_t utf8_length(std::string_view text, std::size_t at);

}  // namespace gantry
