// SPDX-License-Identifier: Apache-2.0
#include "workload/amount.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "gantry/base/one_line.h"
#include "text/digits.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostShare = 1000000;
constexpr std::size_t kMostRows = 100000;
constexpr double kNearlyWhole = 1e-9;

bool is_distribution(const YamlNode& node) {
  return node.find("uniform") != nullptr || node.find("exponential") != nullptr || node.find("constant") != nullptr;
}

using Json = nlohmann::ordered_json;

Json json_of(const Distribution& drawn) {
  if (drawn.kind == Distribution::Kind::uniform) return {{"uniform", {drawn.low, drawn.high}}};
  return {{drawn.kind == Distribution::Kind::constant ? "constant" : "exponential", drawn.low}};
}
Json json_of(const Mix<std::uint64_t>& table) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < table.values.size(); ++i)
    rows.push_back({table.values[i], table.up_to[i] - (i == 0 ? 0 : table.up_to[i - 1])});
  return {{"table", rows}};
}
Json json_of(const Expression& formula) { return formula.text(); }

/// Words that stand for a value elsewhere, so that nobody means a size of a request by them.
bool is_value(std::string_view text) {
  constexpr std::array<std::string_view, 12> kValues = {"nan",  "inf", "infinity", "true", "false", "null",
                                                        "none", "yes", "no",       "on",   "off",   "auto"};
  std::string small(
      text.substr(text.find_first_not_of("+-.") == std::string_view::npos ? 0 : text.find_first_not_of("+-.")));
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  return std::find(kValues.begin(), kValues.end(), small) != kValues.end();
}

}  // namespace

bool VaryingNumber::is(const YamlNode& node) {
  if (node.is_map()) return is_distribution(node) || node.find("table") != nullptr;
  const auto begins_number = [](char c) { return is_digit(c) || c == '-' || c == '+' || c == '.'; };
  if (!node.is_scalar() || node.text.empty() || is_value(node.text)) return false;
  // "12 * tokens" is a formula, "12ns" and "1.5" are wrong numbers.
  const bool has_operator = node.text.find_first_of("*/()+^ ", 1) != std::string::npos;
  const bool negated = node.text.size() > 1 && node.text[0] == '-' && !begins_number(node.text[1]);
  return has_operator || negated ||
         (!begins_number(node.text.front()) && node.text.find_first_of("~[{") == std::string::npos);
}

std::optional<VaryingNumber> VaryingNumber::read(const YamlNode& node, const std::string& what, std::uint64_t most,
                                                 Diagnostics& diagnostics) {
  VaryingNumber amount;
  amount.what_ = what;
  amount.most_ = most;
  if (node.is_map() && node.find("table") != nullptr) {
    auto table = read_table(node, what, most, diagnostics);
    if (!table) return std::nullopt;
    amount.source_ = std::move(*table);
  } else if (node.is_map()) {
    Distribution drawn;
    if (!read_distribution(node, what, 0, most, drawn, diagnostics)) return std::nullopt;
    amount.source_ = drawn;
  } else {
    auto formula = Expression::read(node, what, diagnostics);
    if (!formula) return std::nullopt;
    const bool is_constant = formula->names().empty();
    amount.source_ = std::move(*formula);
    if (is_constant) {
      const auto value = amount.formula_value({});
      if (!value) {
        diagnostics.error(value.error().where, value.error().text);
        return std::nullopt;
      }
      amount.constant_ = *value;
    }
  }
  amount.json_ = std::visit([](const auto& source) { return json_of(source).dump(); }, amount.source_);
  return amount;
}

/// `{table: [[value, share], ...]}`.
std::optional<VaryingNumber::Table> VaryingNumber::read_table(const YamlNode& node, const std::string& what,
                                                              std::uint64_t most, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  MapReader map(node, what, diagnostics);
  const YamlNode* rows = map.find("table");
  map.finish();
  Table table;
  if (!rows->is_sequence() || rows->items.empty() || rows->items.size() > kMostRows) {
    map.error("table", "must be a list of 1 to " + std::to_string(kMostRows) + " pairs [value, share]");
    return std::nullopt;
  }
  for (const YamlNode& row : rows->items) {
    if (!row.is_sequence() || row.items.size() != 2) {
      diagnostics.error(row.where(), map.path("table") + " has pairs [value, share], not " + describe(row));
      break;
    }
    const auto value = read_integer(row.items[0], map.path("table"), 0, most, diagnostics);
    const auto share = read_integer(row.items[1], "a share of " + map.path("table"), 1, kMostShare, diagnostics);
    if (value && share) table.add(*value, *share);
  }
  if (diagnostics.size() != before) return std::nullopt;
  return table;
}

Result<std::uint64_t> VaryingNumber::formula_value(const RequestSizes& sizes) const {
  const auto& formula = std::get<Expression>(source_);
  const auto value = formula.value([&](const ExpressionName& name) -> Result<Term> {
    const auto at = std::find(sizes.names.begin(), sizes.names.end(), name.text);
    if (at != sizes.names.end())
      return Term(static_cast<double>(sizes.values[static_cast<std::size_t>(at - sizes.names.begin())]));
    if (sizes.names.empty() && formula.is_name()) {
      return Diagnostic{name.where, what_ +
                                        " must be a number, a distribution or a formula over the `sizes` of a "
                                        "stream's requests, not " +
                                        in_quotes(name.text)};
    }
    const std::vector<std::string_view> known(sizes.names.begin(), sizes.names.end());
    return Diagnostic{name.where, what_ + " names " + in_quotes(name.text) +
                                      (known.empty() ? ", and this graph serves no requests with sizes (a stream whose "
                                                       "`arrivals` have `sizes` does)"
                                                     : ", and the requests have " + alternatives(known, " and ") +
                                                           did_you_mean(name.text, known))};
  });
  if (!value) return value.error();
  const double below = std::floor(*value);
  const double whole = *value - below <= kNearlyWhole * std::max(1.0, *value) ? below : below + 1.0;
  if (whole < 0.0 || whole > static_cast<double>(most_)) {
    constexpr double kExact = 9007199254740992.0;  // 2^53
    std::string text = std::abs(whole) < kExact ? std::to_string(static_cast<std::int64_t>(whole)) : Json(whole).dump();
    for (std::size_t i = 0; i < sizes.names.size(); ++i)
      text += (i == 0 ? " with " : ", ") + sizes.names[i] + " = " + std::to_string(sizes.values[i]);
    return Diagnostic{formula.where(), what_ + " must be 0 to " + std::to_string(most_) + ", and is " + text};
  }
  return static_cast<std::uint64_t>(whole);
}

std::uint64_t VaryingNumber::value(const RequestSizes& sizes, RandomBits& bits) const {
  if (const auto* drawn = std::get_if<Distribution>(&source_)) return drawn->draw(bits, most_);
  if (const auto* table = std::get_if<Table>(&source_)) return table->draw(bits);
  const auto value = formula_value(sizes);
  if (!value) throw Error(value.error());
  return *value;
}

std::optional<std::uint64_t> VaryingNumber::mean(const std::vector<RequestSizes>& requests) const {
  if (!std::holds_alternative<Expression>(source_)) return std::nullopt;
  double sum = 0.0;
  for (const RequestSizes& request : requests) sum += static_cast<double>(*formula_value(request));
  return static_cast<std::uint64_t>(std::llround(sum / static_cast<double>(requests.size())));
}

std::optional<Diagnostic> VaryingNumber::wrong(const RequestSizes& sizes) const {
  if (!std::holds_alternative<Expression>(source_)) return std::nullopt;
  const auto value = formula_value(sizes);
  return value ? std::nullopt : std::optional(value.error());
}

std::uint64_t VaryingNumber::typical() const {
  if (const auto* drawn = std::get_if<Distribution>(&source_))
    return drawn->kind == Distribution::Kind::uniform ? drawn->low + (drawn->high - drawn->low) / 2 : drawn->low;
  const auto* table = std::get_if<Table>(&source_);
  if (table == nullptr) return constant_;
  double sum = 0.0;
  for (std::size_t i = 0; i < table->values.size(); ++i) {
    const std::uint64_t share = table->up_to[i] - (i == 0 ? 0 : table->up_to[i - 1]);
    sum += static_cast<double>(table->values[i]) * static_cast<double>(share);
  }
  return static_cast<std::uint64_t>(std::llround(sum / static_cast<double>(table->up_to.back())));
}

bool VaryingNumber::random() const {
  if (const auto* drawn = std::get_if<Distribution>(&source_)) return drawn->random();
  const auto* table = std::get_if<Table>(&source_);
  return table != nullptr && table->values.size() > 1;
}

void TaskAmounts::draw(const RequestSizes& sizes, RandomBits& bits, Task& task) const {
  if (cycles) task.cycles = cycles->value(sizes, bits);
  if (input_bytes) task.input_bytes = input_bytes->value(sizes, bits);
  if (output_bytes) task.output_bytes = output_bytes->value(sizes, bits);
  if (submit) task.submit = submit->value(sizes, bits);
}

std::optional<Diagnostic> TaskAmounts::wrong(const RequestSizes& sizes) const {
  for (const auto* amount : {&cycles, &input_bytes, &output_bytes, &submit}) {
    if (!*amount) continue;
    if (auto problem = (*amount)->wrong(sizes)) return problem;
  }
  return std::nullopt;
}

void TaskAmounts::take_mean(const std::vector<RequestSizes>& requests, WorkloadTask& task) const {
  const auto take = [&](const std::optional<VaryingNumber>& amount, std::uint64_t& to) {
    if (const auto mean = amount ? amount->mean(requests) : std::nullopt) to = *mean;
  };
  take(cycles, task.cycles);
  take(input_bytes, task.input_bytes);
  take(output_bytes, task.output_bytes);
  take(submit, task.submit);
}

bool TaskAmounts::random() const {
  const auto is_random = [](const std::optional<VaryingNumber>& amount) { return amount && amount->random(); };
  return is_random(cycles) || is_random(input_bytes) || is_random(output_bytes) || is_random(submit);
}

std::string TaskAmounts::json(std::string_view key) const {
  const auto& amount = key == "cycles"         ? cycles
                       : key == "input_bytes"  ? input_bytes
                       : key == "output_bytes" ? output_bytes
                                               : submit;
  return amount ? amount->json() : "";
}

}  // namespace gantry
