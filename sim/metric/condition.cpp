// SPDX-License-Identifier: Apache-2.0
#include "metric/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "gantry/base/error.h"
#include "metric/change.h"
#include "text/digits.h"
#include "text/text_table.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

__extension__ using Wide = __int128;

constexpr const char* kOption = "--fail-if";
constexpr std::size_t kMostDigits = 18;
constexpr std::size_t kMostDecimals = 9;
/// Longer ones first.
constexpr std::array<std::pair<std::string_view, Relation>, 6> kRelations = {{{">=", Relation::at_least},
                                                                              {"<=", Relation::at_most},
                                                                              {"==", Relation::equal},
                                                                              {"!=", Relation::other},
                                                                              {">", Relation::more},
                                                                              {"<", Relation::less}}};

template <class Number>
bool related(const Number& value, Relation relation, const Number& limit) {
  switch (relation) {
    case Relation::more:
      return value > limit;
    case Relation::at_least:
      return value >= limit;
    case Relation::less:
      return value < limit;
    case Relation::at_most:
      return value <= limit;
    case Relation::equal:
      return value == limit;
    case Relation::other:
      return value != limit;
  }
  return false;
}

/// value (OP) limit with both sides times 10^decimals, and in percent times 100 x A, which is not negative: no
/// division.
template <class Number>
bool holds_of(const Condition& c, const Number& a, const Number& b) {
  Number unit = 1;
  for (unsigned i = 0; i < c.decimals; ++i) unit *= 10;
  const Number limit = static_cast<Number>(c.digits) * static_cast<Number>(c.negative ? -1 : 1);
  switch (c.compared) {
    case Compared::value:
      return related<Number>(b * unit, c.relation, limit);
    case Compared::change:
      return related<Number>((b - a) * unit, c.relation, limit);
    case Compared::percent:
      return related<Number>((b - a) * 100 * unit, c.relation, limit * a);
  }
  return false;
}

class Reader {
 public:
  Reader(const std::string& text, int number, Diagnostics& problems)
      : text_(text), number_(number), problems_(problems) {}

  std::optional<Condition> read() {
    Condition c;
    c.text = text_;
    blanks();
    const std::size_t begin = at_;
    Result<MetricPath> metric = read_metric(text_, at_);
    if (!metric) return wrong(metric.error().where.column, metric.error().text);
    c.metric = std::move(*metric);
    c.metric_text = text_.substr(begin, at_ - begin);
    blanks();
    if (!relation(c)) return wrong(column(), "no comparison (expected >, >=, <, <=, == or !=)");
    blanks();
    if (!number(c)) return std::nullopt;
    blanks();
    if (at_ < text_.size())
      return wrong(column(), "nothing more is expected here, not " + in_quotes(text_.substr(at_)));
    return c;
  }

 private:
  [[nodiscard]] int column() const { return static_cast<int>(at_) + 1; }
  std::optional<Condition> wrong(int column, const std::string& what) {
    problems_.error({kOption, number_, column}, what);
    return std::nullopt;
  }
  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool relation(Condition& c) {
    for (const auto& [sign, relation] : kRelations) {
      if (text_.compare(at_, sign.size(), sign) != 0) continue;
      at_ += sign.size();
      c.relation = relation;
      return true;
    }
    return false;
  }
  std::string digits() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  bool number(Condition& c) {
    const int begin = column();
    if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) {
      c.compared = Compared::change;
      c.negative = text_[at_++] == '-';
    }
    std::string whole = digits();
    std::string part;
    const bool point = at_ < text_.size() && text_[at_] == '.';
    if (point) {
      ++at_;
      part = digits();
    }
    if (whole.empty() || (point && part.empty())) {
      wrong(begin, "no number (expected one such as 1000, +20, -0.01 or +2%)");
      return false;
    }
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
    if (part.size() > kMostDecimals || whole.size() + part.size() > kMostDigits) {
      wrong(begin, fmt::format("too many digits (expected at most {}, {} of them behind the point)", kMostDigits,
                               kMostDecimals));
      return false;
    }
    c.decimals = static_cast<unsigned>(part.size());
    for (const char digit : whole + part) c.digits = c.digits * 10 + static_cast<std::uint64_t>(digit - '0');
    if (at_ < text_.size() && text_[at_] == '%') {
      if (c.compared == Compared::value) {
        wrong(begin,
              "a percentage of A needs a sign (expected +" + text_.substr(static_cast<std::size_t>(begin) - 1) + ')');
        return false;
      }
      c.compared = Compared::percent;
      ++at_;
    }
    return true;
  }

  const std::string& text_;
  const int number_;
  Diagnostics& problems_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<Condition> read_condition(const std::string& text, int number, Diagnostics& problems) {
  return Reader(text, number, problems).read();
}

bool holds(const Condition& condition, const nlohmann::json& a, const nlohmann::json& b) {
  if (a.is_number_unsigned() && b.is_number_unsigned())
    return holds_of<Wide>(condition, static_cast<Wide>(a.get<std::uint64_t>()),
                          static_cast<Wide>(b.get<std::uint64_t>()));
  return holds_of<long double>(condition, a.get<long double>(), b.get<long double>());
}

std::optional<Judged> judge(const Condition& condition, int number, const nlohmann::json& a, const nlohmann::json& b,
                            Diagnostics& problems) {
  const auto in_a = find_metric(a, condition.metric, "the summary of A");
  const auto in_b = find_metric(b, condition.metric, "the summary of B");
  if (in_a && in_b) return Judged{condition, **in_a, **in_b, holds(condition, **in_a, **in_b)};
  const Diagnostic& fault = in_a ? in_b.error() : in_a.error();
  problems.error({kOption, number, fault.where.column}, fault.text);
  return std::nullopt;
}

std::optional<Tolerance> read_tolerance(const std::string& text) {
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  Diagnostics problems;
  auto above = read_condition("value > +" + text, 1, problems);
  auto below = read_condition("value < -" + text, 1, problems);
  if (!above || !below) return std::nullopt;
  return Tolerance{text, *above, *below};
}

bool is_within(const Tolerance& tolerance, const nlohmann::json& value, const nlohmann::json& now) {
  return !holds(tolerance.above, value, now) && !holds(tolerance.below, value, now);
}

std::string values_text(const nlohmann::json& a, const nlohmann::json& b) {
  const bool whole = a.is_number_unsigned() && b.is_number_unsigned();
  const auto told = [&](const nlohmann::json& number) {
    return whole ? grouped(number.get<std::uint64_t>()) : number.dump();
  };
  std::string text = told(a) + " -> " + told(b);
  if (a == b) return text + " (no change)";
  const auto from = a.get<double>();
  const auto to = b.get<double>();
  text +=
      whole ? " (" + signed_text({a.get<std::uint64_t>(), b.get<std::uint64_t>()}) : fmt::format(" ({:+}", to - from);
  return text + (from > 0.0 ? ", " + percent_text(from, to) : "") + ')';
}

}  // namespace gantry
