// SPDX-License-Identifier: Apache-2.0
#include "workload/dot_lexer.h"

#include "gantry/base/error.h"
#include "text/digits.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

void DotLexer::step() {
  if (at_end()) return;
  ++column_;
  if (text_[at_++] == '\n') {
    ++line_;
    column_ = 1;
  }
}

void DotLexer::skip_line() {
  while (!at_end() && peek() != '\n') step();
}

void DotLexer::skip_comment() {
  const SourcePosition start{file_, line_, column_};
  step();
  step();
  while (!at_end() && !(peek() == '*' && peek(1) == '/')) step();
  if (at_end()) throw Error(Diagnostic{start, "this comment has no end"});
  step();
  step();
}

void DotLexer::skip_gaps() {
  while (!at_end()) {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      step();
    } else if ((c == '/' && peek(1) == '/') || (c == '#' && column_ == 1)) {
      skip_line();
    } else if (c == '/' && peek(1) == '*') {
      skip_comment();
    } else {
      return;
    }
  }
}

DotToken DotLexer::next() {
  skip_gaps();
  DotToken token;
  token.line = line_;
  token.column = column_;
  if (at_end()) return token;
  const char c = peek();
  if (c == '-' && (peek(1) == '>' || peek(1) == '-')) {
    token.kind = peek(1) == '>' ? DotToken::Kind::arrow : DotToken::Kind::line;
    token.text = peek(1) == '>' ? "->" : "--";
    step();
    step();
    return token;
  }
  if (std::string_view("{}[]=;,:").find(c) != std::string_view::npos) {
    token.kind = DotToken::Kind::symbol;
    token.text = c;
    step();
    return token;
  }
  token.kind = DotToken::Kind::id;
  token.quoted = c == '"' || c == '<';
  token.text = c == '"' ? quoted() : c == '<' ? html() : word();
  return token;
}

/// Strings joined by `+` are one.
std::string DotLexer::quoted() {
  std::string text;
  string_part(text);
  while (true) {
    const DotLexer before = *this;
    skip_gaps();
    if (peek() == '+') {
      step();
      skip_gaps();
      if (peek() != '"') fail("a string in quotes is needed after +");
      string_part(text);
      continue;
    }
    at_ = before.at_;
    line_ = before.line_;
    column_ = before.column_;
    return text;
  }
}

void DotLexer::string_part(std::string& to) {
  const SourcePosition start{file_, line_, column_};
  step();
  while (!at_end() && peek() != '"') {
    if (peek() == '\\' && peek(1) == '"') {
      step();
    } else if (peek() == '\\' && peek(1) == '\n') {
      step();
      step();
      continue;
    }
    to += peek();
    step();
  }
  if (at_end()) throw Error(Diagnostic{start, "this string has no closing quote"});
  step();
}

std::string DotLexer::html() {
  const SourcePosition start{file_, line_, column_};
  std::string text;
  int depth = 0;
  do {
    if (at_end()) throw Error(Diagnostic{start, "this text in angle brackets has no end"});
    if (peek() == '<') ++depth;
    if (peek() == '>') --depth;
    text += peek();
    step();
  } while (depth > 0);
  return text;
}

/// A name, or a number with at most one point.
std::string DotLexer::word() {
  std::string text;
  if (is_letter(peek())) {
    while (is_letter(peek()) || is_digit(peek())) {
      text += peek();
      step();
    }
    return text;
  }
  if (!is_digit(peek()) && peek() != '.' && peek() != '-')
    fail("unexpected character " + in_quotes(text_.substr(at_, 1)));
  bool digits = false;
  bool point = false;
  if (peek() == '-') {
    text += '-';
    step();
  }
  while (is_digit(peek()) || (peek() == '.' && !point)) {
    digits = digits || is_digit(peek());
    point = point || peek() == '.';
    text += peek();
    step();
  }
  if (!digits) fail("a number is needed here (or quotes around other text)");
  if (is_letter(peek())) fail("a number ends here (quotes are needed around other text)");
  return text;
}

}  // namespace gantry
