// SPDX-License-Identifier: Apache-2.0
// Content of input files: UTF-8 text or, where a reader takes them, any bytes. What gzip packed is unpacked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Largest size of an input file, in bytes.
inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

/// Path of the standard input, wherever a file is named.
inline constexpr const char* kStandardInput = "-";

/// Name of a file in messages: its path, or `<stdin>`.
std::string shown_path(const std::string& path);
/// Default name of things read from a file: the file's name without its ending (and without `.gz`), `stdin`, or `pipe`
/// for `<(...)` of a shell. `path` may be the name in messages.
std::string stem_of(const std::string& path);
/// Returns why an output directory cannot have this name; nothing if it can.
std::optional<Diagnostic> wrong_directory_name(const std::string& name);

/// What a file may contain.
enum class FileContent : std::uint8_t {
  text,   ///< UTF-8 without control characters
  bytes,  ///< anything; its reader checks it
};

/// Reads a file, without its byte order mark. Pipes and `-` can be read only once, so callers keep the text. Errors:
/// missing, unreadable, a directory, empty, larger than kMaxFileBytes or than memory, damaged (gzip), and for text
/// control characters and invalid UTF-8.
std::optional<std::string> read_text_file(const std::string& path, Diagnostics& diagnostics,
                                          FileContent expected = FileContent::text);

/// The same for a `what` that another file names. A file that cannot be read is reported at the position of its name.
/// Devices are refused, because a terminal would make the program wait. `beside`: start of relative paths, for the
/// message.
std::optional<std::string> read_named_file(const std::string& path, const std::string& what,
                                           const SourcePosition& named_at, Diagnostics& diagnostics,
                                           const char* beside = "the experiment's file",
                                           FileContent expected = FileContent::text);
/// Returns the directory where relative paths of a file start: beside the file, or the current directory for `-` and a
/// pipe of the shell (`/dev/fd/63`).
std::string directory_of(const std::string& path);
/// Returns the path of a file that is named in a file of `directory`.
std::string path_beside(const std::string& directory, const std::string& file);

/// While an object of this class lives, texts of the standard input and of pipes are kept. After give_again() they can
/// be read once more. For commands that read the same experiment repeatedly; only one object at a time.
class PipeMemory {
 public:
  PipeMemory();
  PipeMemory(const PipeMemory&) = delete;
  PipeMemory& operator=(const PipeMemory&) = delete;
  ~PipeMemory();

  void give_again();
};

/// Applies the checks of read_text_file() to a text: removes a byte order mark, refuses empty and non-text content.
bool accept_text(std::string& text, const std::string& file, Diagnostics& diagnostics,
                 FileContent content = FileContent::text);

/// Reports the first control character other than tab and line ends, or the first byte that is not UTF-8.
bool check_text(std::string_view text, const std::string& file, Diagnostics& diagnostics);

/// Returns bytes of a binary file as a line of UTF-8: '?' stands for control characters, line breaks, and bytes that
/// are no UTF-8.
std::string line_of_bytes(std::string_view bytes);

/// Returns the number of bytes of the UTF-8 character at `at`; 0: none (also for overlong forms and surrogates).
std::size_t utf8_length(std::string_view text, std::size_t at);

}  // namespace gantry
