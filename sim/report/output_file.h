// SPDX-License-Identifier: Apache-2.0
// A text file that is written in large pieces and remembers its first error.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

#include "gantry/base/diagnostics.h"

namespace gantry {

class OutputFile {
 public:
  /// An empty path means that the file is off: nothing is opened, finish() reports nothing.
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  [[nodiscard]] bool on() const { return !path_.empty(); }
  /// False once opening or writing has failed; the rest of the text is then dropped.
  [[nodiscard]] bool ok() const { return error_ == 0; }

  /// Append here, then call written().
  [[nodiscard]] fmt::memory_buffer& text() { return text_; }
  void written() {
    if (text_.size() >= kPiece) flush();
  }

  /// Writes the rest, closes, and reports the first error if there was one. Further calls do nothing.
  void finish(Diagnostics& problems);

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;

  void flush();

  std::string path_;
  std::FILE* file_ = nullptr;
  int error_ = 0;
  bool reported_ = false;
  fmt::memory_buffer text_;
};

/// Writes a whole text. An empty path means off.
void write_text(const std::string& path, std::string_view text, Diagnostics& problems);

}  // namespace gantry
