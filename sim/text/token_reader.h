// SPDX-License-Identifier: Apache-2.0
// Reads tokens between blanks and line ends, with positions, one at a time, so that no list of tokens of a large file
// is held.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gantry/base/source_position.h"
#include "text/digits.h"

namespace gantry {

struct TextToken {
  std::string_view text;  ///< empty at the end of the text
  int line = 0;
  int column = 0;

  [[nodiscard]] bool is_end() const { return text.empty(); }
};

/// Returns the value of the digits, if it is at most `most`; nothing for anything else.
inline std::optional<std::uint64_t> whole_number(std::string_view text, std::uint64_t most) {
  if (!all_digits(text)) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (digit > most || value > (most - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

/// Extent of a comment that begins with `#`: the rest of the line, the whole line if it begins with it, or none.
enum class HashComments : std::uint8_t { rest, lines, none };

class TokenReader {
 public:
  TokenReader(std::string_view text, const std::string& file, HashComments comments)
      : text_(text), file_(file), comments_(comments) {}

  TextToken next() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++at_;
        ++line_;
        line_start_ = at_;
        first_in_line_ = true;
      } else if (is_blank(c)) {
        ++at_;
      } else if (c == '#' && begins_comment()) {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else {
        return token();
      }
    }
    return {{}, line_, column()};
  }
  /// The token that next() will return.
  [[nodiscard]] TextToken peek() const { return TokenReader(*this).next(); }

  [[nodiscard]] SourcePosition where(const TextToken& token) const { return {file_, token.line, token.column}; }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  [[nodiscard]] bool begins_comment() const {
    return comments_ == HashComments::rest || (comments_ == HashComments::lines && first_in_line_);
  }
  [[nodiscard]] int column() const { return static_cast<int>(at_ - line_start_) + 1; }

  TextToken token() {
    TextToken found{{}, line_, column()};
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] != '\n' && !is_blank(text_[at_]) &&
           !(comments_ == HashComments::rest && text_[at_] == '#'))
      ++at_;
    found.text = text_.substr(start, at_ - start);
    first_in_line_ = false;
    return found;
  }

  std::string_view text_;
  const std::string& file_;
  HashComments comments_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  bool first_in_line_ = true;
};

}  // namespace gantry
