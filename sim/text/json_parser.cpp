// SPDX-License-Identifier: Apache-2.0
#include "text/json_parser.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "text/tree_builder.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

using nlohmann::json;

/// Follows the parser through the text token by token. The parser knows the content of a token, but not its position.
class Cursor {
 public:
  explicit Cursor(const std::string& text) : text_(text) {}

  /// Goes to the next token and over it; line() and column() are where it begins.
  std::string_view token() {
    while (at_ < text_.size() && is_gap(text_[at_])) step();
    line_ = here_line_;
    column_ = here_column_;
    const std::size_t start = at_;
    if (at_ == text_.size()) return {};
    if (text_[at_] == '"') {
      step();
      while (at_ < text_.size() && text_[at_] != '"') {
        if (text_[at_] == '\\') step();
        step();
      }
      step();
    } else if (is_bracket(text_[at_])) {
      step();
    } else {
      while (at_ < text_.size() && !is_gap(text_[at_]) && !is_bracket(text_[at_])) step();
    }
    return std::string_view(text_).substr(start, at_ - start);
  }
  [[nodiscard]] int line() const { return line_; }
  [[nodiscard]] int column() const { return column_; }

 private:
  static bool is_gap(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ',' || c == ':'; }
  static bool is_bracket(char c) { return c == '{' || c == '}' || c == '[' || c == ']'; }
  void step() {
    if (at_ == text_.size()) return;
    ++here_column_;
    if (text_[at_++] == '\n') {
      ++here_line_;
      here_column_ = 1;
    }
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int here_line_ = 1;
  int here_column_ = 1;
  int line_ = 1;
  int column_ = 1;
};

/// The names are the SAX interface of the JSON library.
class JsonEvents {
 public:
  JsonEvents(const std::string& text, TreeBuilder& builder) : cursor_(text), builder_(builder) {}

  bool null() {
    cursor_.token();
    builder_.null(cursor_.line(), cursor_.column());
    return true;
  }
  bool boolean(bool /*value*/) { return plain(); }
  bool number_integer(json::number_integer_t /*value*/) { return plain(); }
  bool number_unsigned(json::number_unsigned_t /*value*/) { return plain(); }
  bool number_float(json::number_float_t /*value*/, const std::string& /*text*/) { return plain(); }
  bool string(std::string& value) {
    cursor_.token();
    builder_.scalar(cursor_.line(), cursor_.column(), std::move(value), true);
    return true;
  }
  bool key(std::string& value) { return string(value); }
  bool binary(json::binary_t& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) { return begin(YamlNode::Kind::map); }
  bool start_array(std::size_t /*size*/) { return begin(YamlNode::Kind::sequence); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }
  bool parse_error(std::size_t /*byte*/, const std::string& /*token*/, const json::exception& problem) {
    builder_.fail(cursor_.line(), cursor_.column(), problem.what());
  }

 private:
  bool plain() {
    const std::string_view token = cursor_.token();
    builder_.scalar(cursor_.line(), cursor_.column(), std::string(token), false);
    return true;
  }
  bool begin(YamlNode::Kind kind) {
    cursor_.token();
    builder_.begin(kind, cursor_.line(), cursor_.column());
    return true;
  }
  bool end() {
    cursor_.token();
    builder_.end();
    return true;
  }

  Cursor cursor_;
  TreeBuilder& builder_;
};

/// Stores the parser's error message.
struct FirstError {
  std::size_t byte = 0;
  std::string what = "an object or a list is needed";

  bool null() { return true; }
  bool boolean(bool /*value*/) { return true; }
  bool number_integer(json::number_integer_t /*value*/) { return true; }
  bool number_unsigned(json::number_unsigned_t /*value*/) { return true; }
  bool number_float(json::number_float_t /*value*/, const std::string& /*text*/) { return true; }
  bool string(std::string& /*value*/) { return true; }
  bool key(std::string& /*value*/) { return true; }
  bool binary(json::binary_t& /*value*/) { return true; }
  bool start_object(std::size_t /*size*/) { return true; }
  bool start_array(std::size_t /*size*/) { return true; }
  bool end_object() { return true; }
  bool end_array() { return true; }
  bool parse_error(std::size_t at, const std::string& /*token*/, const json::exception& problem) {
    byte = at;
    what = problem.what();
    return false;
  }
};

/// Returns the library's message without error number, position and most of the quoted text, which may be the complete
/// text.
std::string reason(const std::string& what) {
  const std::size_t number = what.find("] ");
  const std::size_t place = what.find("column ");
  const std::size_t start = place != std::string::npos    ? what.find(": ", place)
                            : number != std::string::npos ? number
                                                          : std::string::npos;
  std::string text = start == std::string::npos ? what : what.substr(start + 2);
  constexpr std::size_t kShown = 80;
  const std::size_t quoted = text.find('\'');
  const std::size_t end = std::min(text.find("'; expected", quoted), text.rfind('\''));
  if (quoted == std::string::npos || end - quoted <= kShown) return text;
  return text.substr(0, quoted) + in_quotes(text.substr(quoted + 1, end - quoted - 1)) + text.substr(end + 1);
}

}  // namespace

bool is_json(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && (text[first] == '{' || text[first] == '[') && json::accept(text);
}

YamlNode parse_json(const std::string& text, const std::string& file, const YamlStream& stream) {
  TreeBuilder builder(file, stream);
  JsonEvents events(text, builder);
  json::sax_parse(text, &events);
  return builder.take();
}

void explain_json(const std::string& text, const std::string& file, Diagnostics& diagnostics) {
  FirstError first;
  json::sax_parse(text, &first);
  // The library's position is one behind the last character that it read, counted from 1.
  const std::size_t at = std::min(first.byte == 0 ? 0 : first.byte - 1, text.size());
  const std::size_t line_start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
  diagnostics.error({file, static_cast<int>(line), static_cast<int>(at - line_start) + 1},
                    "not JSON: " + reason(first.what));
}

}  // namespace gantry
