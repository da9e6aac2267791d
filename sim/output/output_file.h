// SPDX-License-Identifier: Apache-2.0
// A file that is written in large pieces and keeps its first error.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "gantry/base/diagnostics.h"
#include "output/output_place.h"

namespace gantry {

class OutputFile {
 public:
  /// An empty path switches the file off: nothing is opened, and finish() reports nothing.
  explicit OutputFile(OutputPlace place);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  [[nodiscard]] bool on() const { return !place_.path.empty(); }
  /// Whether opening and writing have succeeded so far. If not, further text is dropped.
  [[nodiscard]] bool ok() const { return error_ == 0; }

  /// Buffer: append text, then call written().
  [[nodiscard]] fmt::memory_buffer& text() { return text_; }
  void written() {
    if (text_.size() >= kPiece && !held_) flush();
  }

  /// Bytes of the file so far.
  [[nodiscard]] std::uint64_t size() const { return flushed_ + text_.size(); }
  /// Marks a position: text after it can be removed until it is kept.
  void hold() {
    held_ = true;
    held_from_ = text_.size();
  }
  void keep() {
    held_ = false;
    written();
  }
  void take_back() {
    held_ = false;
    text_.resize(held_from_);
  }

  /// Writes the rest, closes the file, and reports its first error. Further calls do nothing.
  void finish(Diagnostics& problems);

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;

  void flush();

  OutputPlace place_;
  std::FILE* file_ = nullptr;
  int error_ = 0;
  bool reported_ = false;
  fmt::memory_buffer text_;
  std::uint64_t flushed_ = 0;
  bool held_ = false;
  std::size_t held_from_ = 0;
};

/// Writes a file with this text.
void write_text(const OutputPlace& place, std::string_view text, Diagnostics& problems);

}  // namespace gantry
