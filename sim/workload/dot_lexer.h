// SPDX-License-Identifier: Apache-2.0
// Lexer of Graphviz DOT. It is our own because libcgraph's package depends on all of Graphviz, reports lines without
// columns, and uses global state for errors. We need only graphs and attributes of a small grammar.
#pragma once

#include <string>
#include <string_view>

#include "gantry/base/error.h"
#include "gantry/workload/workload.h"

namespace gantry {

struct DotToken {
  enum class Kind : std::uint8_t { end, id, arrow, line, symbol };  ///< `->`, `--`, one of {}[]=;,:

  Kind kind = Kind::end;
  bool quoted = false;  ///< an id in quotes or angle brackets, which is never a keyword
  std::string text;
  int line = 0;
  int column = 0;

  [[nodiscard]] bool is(char symbol) const { return kind == Kind::symbol && text[0] == symbol; }
};

class DotLexer {
 public:
  DotLexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  /// Returns the next token. Throws Error for an invalid one, which ends the reading of the file.
  DotToken next();
  [[nodiscard]] SourcePosition where(const DotToken& token) const { return {file_, token.line, token.column}; }

 private:
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void step();
  void skip_gaps();
  void skip_line();
  void skip_comment();
  std::string quoted();
  void string_part(std::string& to);
  std::string html();
  std::string word();
  [[noreturn]] void fail(const std::string& what) const { throw Error(Diagnostic{{file_, line_, column_}, what}); }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
};

}  // namespace gantry
