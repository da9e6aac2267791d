// SPDX-License-Identifier: Apache-2.0
// Tokens of a text between blanks and line ends, with their positions, one at a time: a large file is never held as a
// list of tokens.
#pragma once

#include <string>
#include <string_view>

#include "core/workload.h"

namespace gantry {

struct TextToken {
  std::string_view text;  ///< empty at the end
  int line = 0;
  int column = 0;

  [[nodiscard]] bool is_end() const { return text.empty(); }
};

class TokenReader {
 public:
  /// `comments`: `#` hides the rest of its line; else only lines that begin with one are hidden.
  TokenReader(std::string_view text, const std::string& file, bool comments)
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
      } else if (c == '#' && (comments_ || first_in_line_)) {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else {
        return token();
      }
    }
    return {{}, line_, column()};
  }
  /// The token that next() will give.
  [[nodiscard]] TextToken peek() const { return TokenReader(*this).next(); }

  [[nodiscard]] SourcePosition where(const TextToken& token) const { return {file_, token.line, token.column}; }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  [[nodiscard]] int column() const { return static_cast<int>(at_ - line_start_) + 1; }

  TextToken token() {
    TextToken found{{}, line_, column()};
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] != '\n' && !is_blank(text_[at_]) && !(comments_ && text_[at_] == '#'))
      ++at_;
    found.text = text_.substr(start, at_ - start);
    first_in_line_ = false;
    return found;
  }

  std::string_view text_;
  const std::string& file_;
  bool comments_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  bool first_in_line_ = true;
};

}  // namespace gantry
