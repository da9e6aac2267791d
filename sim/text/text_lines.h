// SPDX-License-Identifier: Apache-2.0
// What all readers of text files ignore: a byte order mark at the begin, and the carriage return of CRLF line ends.
#pragma once

#include <cstddef>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

namespace gantry {

/// The UTF-8 byte order mark, which some editors write at the begin of a file.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Returns the text of a file without its byte order mark.
inline std::string_view without_mark(std::string_view text) {
  return text.substr(0, kByteOrderMark.size()) == kByteOrderMark ? text.substr(kByteOrderMark.size()) : text;
}

/// Returns a line without the carriage return of its end.
inline std::string_view without_return(std::string_view line) {
  return !line.empty() && line.back() == '\r' ? line.substr(0, line.size() - 1) : line;
}

/// A file as it is read: without its byte order mark, and with a line feed for each CRLF.
class TextSource final : public std::streambuf {
 public:
  explicit TextSource(std::unique_ptr<std::streambuf> file);

 protected:
  int_type underflow() override;

 private:
  /// Appends the next piece of the file to `piece_`. Returns false at its end.
  bool read_more();

  std::unique_ptr<std::streambuf> file_;
  std::string piece_;  ///< bytes that are being read
  std::string kept_;   ///< a carriage return at the end of the last piece: the next byte decides
  bool begun_ = false;
};

}  // namespace gantry
