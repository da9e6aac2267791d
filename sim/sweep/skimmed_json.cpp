// SPDX-License-Identifier: Apache-2.0
#include "sweep/skimmed_json.h"

namespace gantry {
namespace {

class Skimmer {
 public:
  explicit Skimmer(const std::string& text) : text_(text) {}

  std::optional<nlohmann::json> object(const std::set<std::string>& names) {
    nlohmann::json made = nlohmann::json::object();
    if (next() != '{') return std::nullopt;
    do {
      if (next() != '"') return std::nullopt;
      const std::size_t begin = at_;
      if (!end_of_string()) return std::nullopt;
      const std::string name = text_.substr(begin, at_ - begin - 1);
      if (name.find('\\') != std::string::npos || next() != ':') return std::nullopt;
      const std::size_t value = at_;
      if (!end_of_value()) return std::nullopt;
      if (names.count(name) == 0) continue;
      nlohmann::json parsed = nlohmann::json::parse(text_.begin() + static_cast<std::ptrdiff_t>(value),
                                                    text_.begin() + static_cast<std::ptrdiff_t>(at_), nullptr, false);
      if (parsed.is_discarded()) return std::nullopt;
      made[name] = std::move(parsed);
    } while (next() == ',');
    return text_[at_ - 1] == '}' ? std::optional(std::move(made)) : std::nullopt;
  }

 private:
  /// The next character that is no blank, which it is then behind; '\0' at the end.
  char next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
      ++at_;
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    ++at_;
    return c;
  }
  /// Behind the quote that ends a string, from within it.
  bool end_of_string() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == '"') {
        ++at_;
        return true;
      }
    }
    return false;
  }
  /// At the comma or the brace behind a value.
  bool end_of_value() {
    int depth = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (depth == 0 && (c == ',' || c == '}')) return true;
      ++at_;
      if (c == '"' && !end_of_string()) return false;
      depth += c == '{' || c == '[' ? 1 : 0;
      depth -= c == '}' || c == ']' ? 1 : 0;
    }
    return false;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<nlohmann::json> skimmed_object(const std::string& text, const std::set<std::string>& names) {
  return Skimmer(text).object(names);
}

}  // namespace gantry
