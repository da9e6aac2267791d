// SPDX-License-Identifier: Apache-2.0
// Lines of a TGFF file. A brace is a word of its own; `#` begins a comment, whose words can be names of columns.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "text/token_reader.h"

namespace gantry {

class TgffLines {
 public:
  explicit TgffLines(std::string_view text) : rest_(text) {}

  /// Goes to the next line with a word or a comment. Returns false at the end of the text.
  bool next() {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      ++number_;
      split(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      if (!words_.empty() || !comment_.empty()) return true;
    }
    return false;
  }
  [[nodiscard]] const std::vector<TextToken>& words() const { return words_; }
  /// Words behind `#`.
  [[nodiscard]] const std::vector<TextToken>& comment() const { return comment_; }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  void split(std::string_view line) {
    words_.clear();
    comment_.clear();
    const std::size_t hash = std::min(line.find('#'), line.size());
    for (std::size_t at = 0; at < line.size();) {
      if (is_blank(line[at]) || line[at] == '#') {
        ++at;
        continue;
      }
      std::size_t end = at + 1;
      const bool brace = at < hash && (line[at] == '{' || line[at] == '}');
      while (!brace && end < line.size() && !is_blank(line[end]) && line[end] != '#' &&
             (at > hash || (line[end] != '{' && line[end] != '}')))
        ++end;
      (at < hash ? words_ : comment_).push_back({line.substr(at, end - at), number_, static_cast<int>(at) + 1});
      at = end;
    }
  }

  std::string_view rest_;
  int number_ = 0;
  std::vector<TextToken> words_;
  std::vector<TextToken> comment_;
};

inline std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return lower;
}

/// Whether two words are equal without regard to case.
inline bool same_word(std::string_view a, std::string_view b) { return in_lower_case(a) == in_lower_case(b); }

}  // namespace gantry
