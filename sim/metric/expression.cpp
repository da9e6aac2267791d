// SPDX-License-Identifier: Apache-2.0
#include "metric/expression.h"

#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::size_t kLongestExpression = 1000;

bool begins_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool in_word(char c) { return begins_word(c) || (c >= '0' && c <= '9'); }
bool ends_name(char c) { return !in_word(c); }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

double whole_part(double value) { return std::floor(value); }
double next_whole(double value) { return std::ceil(value); }
double nearest_whole(double value) { return std::round(value); }
double remainder_of(double value, double by) { return std::fmod(value, by); }
double not_of(double value) { return value == 0.0 ? 1.0 : 0.0; }

/// The text as muParser takes it: names are v0, v1, ..., words numbers of their own.
class Translation {
 public:
  Translation(const std::string& text, const SourcePosition& begin, Diagnostics& diagnostics)
      : text_(text), begin_(begin), diagnostics_(diagnostics) {}

  bool run() {
    if (text_.size() > kLongestExpression) {
      return wrong(0, "an expression has at most " + std::to_string(kLongestExpression) + " characters");
    }
    while (at_ < text_.size()) {
      if (!token()) return false;
    }
    if (tokens_.empty()) return wrong(0, "an expression is missing here");
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == Kind::word && !compared(i))
        return wrong(tokens_[i].at, "a word can only be compared, with == or !=");
      if (tokens_[i].kind == Kind::name && !compared(i)) as_number[tokens_[i].number] = true;
    }
    for (const Token& token : tokens_) {
      // muParser takes a name before a parenthesis as a function only without a blank.
      const std::string text = token.kind == Kind::function ? token.text : token.text + ' ';
      source_.resize(translated.size() + text.size(), token.at);
      translated += text;
    }
    source_.push_back(text_.size());
    return true;
  }
  /// Returns the position in the expression for a position in the translation.
  [[nodiscard]] std::size_t source(int place) const {
    return source_[std::min<std::size_t>(static_cast<std::size_t>(std::max(place, 0)), source_.size() - 1)];
  }
  bool wrong(std::size_t at, const std::string& what) {
    diagnostics_.error({begin_.file, begin_.line, begin_.column + static_cast<int>(at)}, what);
    return false;
  }
  [[nodiscard]] bool one_name() const { return tokens_.size() == 1 && tokens_[0].kind == Kind::name; }

  std::string translated;
  std::vector<ExpressionName> names;
  std::vector<bool> as_number;     ///< by name: it is used where a word would be meaningless
  std::vector<std::string> words;  ///< in quotes

 private:
  enum class Kind { name, word, function, equality, edge, other };
  struct Token {
    Kind kind;
    std::size_t at;
    std::string text;
    std::size_t number = 0;  ///< number of the name
  };

  /// Whether the token is a complete side of == or !=.
  [[nodiscard]] bool compared(std::size_t i) const {
    const Kind before = i == 0 ? Kind::edge : tokens_[i - 1].kind;
    const Kind after = i + 1 == tokens_.size() ? Kind::edge : tokens_[i + 1].kind;
    return (before == Kind::equality && after == Kind::edge) || (before == Kind::edge && after == Kind::equality);
  }
  void add(Kind kind, std::size_t begin, std::string text) { tokens_.push_back({kind, begin, std::move(text)}); }

  bool token() {
    const char c = text_[at_];
    const std::size_t begin = at_;
    if (is_blank(c)) {
      ++at_;
      return true;
    }
    if (c == '\'') return word();
    if (begins_word(c) || c == '"') return name();
    if (in_word(c) || c == '.') return number();
    constexpr std::string_view kTwo[] = {"==", "!=", "<=", ">=", "&&", "||"};
    for (const std::string_view two : kTwo) {
      if (text_.compare(at_, 2, two) != 0) continue;
      at_ += 2;
      add(two == "==" || two == "!="       ? Kind::equality
          : two[0] == '&' || two[0] == '|' ? Kind::edge
                                           : Kind::other,
          begin, std::string(two));
      return true;
    }
    if (c == '=') return wrong(at_, "= is no comparison (expected ==)");
    if (std::string_view("+-*/^<>()?:,!").find(c) == std::string_view::npos)
      return wrong(at_, "nothing of an expression begins with " + in_quotes(text_.substr(at_, 1)));
    ++at_;
    add(std::string_view("()?:,!").find(c) != std::string_view::npos ? Kind::edge : Kind::other, begin,
        std::string(1, c));
    return true;
  }
  bool word() {
    const std::size_t begin = at_;
    const std::size_t end = text_.find('\'', at_ + 1);
    if (end == std::string::npos) return wrong(begin, "a word in quotes without an end");
    words.push_back(text_.substr(begin + 1, end - begin - 1));
    at_ = end + 1;
    add(Kind::word, begin, "w" + std::to_string(words.size() - 1));
    return true;
  }
  bool number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (in_word(text_[at_]) || text_[at_] == '.' ||
            ((text_[at_] == '+' || text_[at_] == '-') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E'))))
      ++at_;
    std::size_t used = 0;
    const std::string digits = text_.substr(begin, at_ - begin);
    try {
      std::stod(digits, &used);
    } catch (const std::exception&) {
      used = 0;
    }
    const bool decimal = digits.find_first_not_of("0123456789.eE+-") == std::string::npos;
    if (used != digits.size() || !decimal) return wrong(begin, in_quotes(digits) + " is no number");
    add(Kind::other, begin, digits);
    return true;
  }
  bool name() {
    const std::size_t begin = at_;
    const Result<MetricPath> path = read_metric(text_, at_, ends_name);
    if (!path) return wrong(static_cast<std::size_t>(path.error().where.column) - 1, path.error().text);
    const std::string text = text_.substr(begin, at_ - begin);
    if (text == "and" || text == "or" || text == "not") {
      add(Kind::edge, begin, text == "and" ? "&&" : text == "or" ? "||" : "!");
      return true;
    }
    std::size_t next = at_;
    while (next < text_.size() && is_blank(text_[next])) ++next;
    if (path->size() == 1 && next < text_.size() && text_[next] == '(') {
      add(Kind::function, begin, text);
      return true;
    }
    std::size_t number = 0;
    while (number < names.size() && names[number].text != text) ++number;
    if (number == names.size()) {
      names.push_back({text, *path, {begin_.file, begin_.line, begin_.column + static_cast<int>(begin)}});
      as_number.push_back(false);
    }
    add(Kind::name, begin, "v" + std::to_string(number));
    tokens_.back().number = number;
    return true;
  }

  const std::string& text_;
  const SourcePosition begin_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
  std::vector<std::size_t> source_;
};

}  // namespace

struct Expression::Parsed {
  mutable mu::Parser parser;
  mutable std::vector<double> values;  ///< of the names, then of the words
  std::vector<bool> as_number;
  std::vector<std::string> words;
};

std::optional<Expression> Expression::read(const YamlNode& node, const std::string& what, Diagnostics& diagnostics) {
  if (!node.is_scalar()) {
    diagnostics.error(node.where(), what + " must be an expression, not " + describe(node));
    return std::nullopt;
  }
  SourcePosition begin = node.where();
  if (node.quoted) ++begin.column;
  Translation translation(node.text, begin, diagnostics);
  if (!translation.run()) return std::nullopt;

  Expression expression;
  expression.text_ = node.text;
  expression.where_ = begin;
  expression.names_ = translation.names;
  expression.is_name_ = translation.one_name();
  const auto parsed = std::make_shared<Parsed>();
  parsed->as_number = translation.as_number;
  parsed->words = translation.words;
  parsed->values.assign(translation.names.size() + translation.words.size(), 1.0);
  try {
    mu::Parser& parser = parsed->parser;
    // With its optimiser, muParser reports a division by a constant 0 too early.
    parser.EnableOptimizer(false);
    parser.DefineFun("floor", whole_part);
    parser.DefineFun("ceil", next_whole);
    parser.DefineFun("round", nearest_whole);
    parser.DefineFun("mod", remainder_of);
    parser.DefineInfixOprt("!", not_of);
    for (std::size_t i = 0; i < translation.names.size(); ++i)
      parser.DefineVar("v" + std::to_string(i), &parsed->values[i]);
    for (std::size_t i = 0; i < translation.words.size(); ++i)
      parser.DefineVar("w" + std::to_string(i), &parsed->values[translation.names.size() + i]);
    parser.SetExpr(translation.translated);
    int results = 0;
    parser.Eval(results);
    if (results != 1) {
      translation.wrong(0, "an expression has one value, not " + std::to_string(results));
      return std::nullopt;
    }
  } catch (const mu::ParserError& problem) {
    if (problem.GetCode() != mu::ecDIV_BY_ZERO && problem.GetCode() != mu::ecDOMAIN_ERROR) {
      const std::size_t at = translation.source(problem.GetPos());
      const std::string rest = node.text.substr(std::min(at, node.text.size()));
      translation.wrong(
          at, rest.empty() ? "the expression ends too early" : "the expression cannot go on with " + in_quotes(rest));
      return std::nullopt;
    }
  }
  expression.parsed_ = parsed;
  return expression;
}

Result<double> Expression::value(const LookUp& look_up) const {
  const Parsed& parsed = *parsed_;
  // Words that are equal get the same number, others another one.
  std::vector<std::string> known;
  const auto number_of = [&known](const std::string& word) {
    const auto at = std::find(known.begin(), known.end(), word);
    const auto number = at - known.begin();
    if (at == known.end()) known.push_back(word);
    return -1e300 * (1.0 + static_cast<double>(number));
  };
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const Result<Term> found = look_up(names_[i]);
    if (!found) return found.error();
    if (const auto* word = std::get_if<std::string>(&*found)) {
      if (parsed.as_number[i]) return Diagnostic{where_, names_[i].text + " is " + in_quotes(*word) + " and no number"};
      parsed.values[i] = number_of(*word);
    } else {
      parsed.values[i] = std::get<double>(*found);
    }
  }
  for (std::size_t i = 0; i < parsed.words.size(); ++i) parsed.values[names_.size() + i] = number_of(parsed.words[i]);
  try {
    const double result = parsed.parser.Eval();
    if (std::isfinite(result)) return result;
  } catch (const mu::ParserError&) {
    // Below.
  }
  return Diagnostic{where_, text_ + " is no finite number"};
}

Result<bool> Expression::holds(const LookUp& look_up) const {
  const Result<double> found = value(look_up);
  if (!found) return found.error();
  return *found != 0.0;
}

}  // namespace gantry
