// SPDX-License-Identifier: Apache-2.0
#include "workload/tgff_tables.h"

#include <algorithm>
#include <utility>

#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// Whether tables of this label describe links: their rows are arcs, although a column may be a time.
bool is_of_links(const std::string& label) {
  const std::string small = in_lower_case(label);
  for (const char* start : {"com", "trans", "link", "bus"}) {
    if (small.rfind(start, 0) == 0) return true;
  }
  return false;
}

}  // namespace

void TgffTables::begin(const TextToken& label, const TextToken& number) {
  table_ = {};
  table_.label = std::string(label.text);
  table_.name = table_.label + (number.text.empty() ? "" : ' ' + std::string(number.text));
  table_.where = {file_, label.line, label.column};
}

void TgffTables::line(const std::vector<TextToken>& words, const std::vector<TextToken>& comment) {
  if (!words.empty()) table_.rows.push_back(words);
  if (comment.empty() || !words.empty()) return;
  if (table_.columns.empty() && comment.size() > 1 && same_word(comment[0].text, "type")) {
    table_.columns = comment;
    table_.rows.clear();  // the attributes of the table itself
  } else if (table_.rows.empty()) {
    table_.has_names = true;
  }
}

TgffTables::Column TgffTables::column(std::string_view name) const {
  const auto at = std::find_if(table_.columns.begin(), table_.columns.end(),
                               [&](const TextToken& named) { return same_word(named.text, name); });
  if (at == table_.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(at - table_.columns.begin());
}

TgffTables::Column TgffTables::time_column() const {
  if (!mapping_.fields.time.empty()) return column(mapping_.fields.time);
  if (const Column usual = column("execution_time")) return usual;
  for (std::size_t at = 1; at < table_.columns.size(); ++at) {
    if (in_lower_case(table_.columns[at].text).find("time") != std::string::npos) return at;
  }
  return column("cycles");
}

TgffTables::Column TgffTables::bytes_column() const {
  if (!mapping_.fields.bytes.empty()) return column(mapping_.fields.bytes);
  if (const Column usual = column("quantity")) return usual;
  const bool one = table_.columns.size() == 2;
  return one && in_lower_case(table_.columns[1].text).find("time") == std::string::npos ? Column(1) : std::nullopt;
}

bool TgffTables::is_of_cores() const { return column("version") || !is_of_links(table_.label); }

void TgffTables::end() {
  if (table_.rows.empty()) return;
  // E3S writes the quantities of arcs without the names of their columns.
  const auto is_pair = [](const Row& row) { return row.size() == 2; };
  if (table_.columns.empty() && !table_.has_names && std::all_of(table_.rows.begin(), table_.rows.end(), is_pair))
    table_.columns = {{"type", 0, 0}, {"quantity", 0, 0}};
  const Column time = is_of_cores() ? time_column() : std::nullopt;
  const Column bytes = column("version") ? std::nullopt : bytes_column();
  if (!table_.columns.empty() && time) {
    if (rows_fit()) read_core(*time);
  } else if (!table_.columns.empty() && bytes && quantities_from_.empty()) {
    if (rows_fit()) read_quantities(*bytes);
  } else {
    leave_out();
  }
}

void TgffTables::leave_out() {
  if (!left_out_.insert(table_.label).second) return;
  diagnostics_.note(table_.where, "tables " + in_quotes(table_.label) +
                                      " are not read (a table of cores has the columns type, version and a time, one "
                                      "of arcs type and a quantity)");
}

bool TgffTables::rows_fit() {
  for (const Row& row : table_.rows) {
    if (row.size() == table_.columns.size()) continue;
    error(row[0], "this row has " + std::to_string(row.size()) + " values; table " + in_quotes(table_.name) + " has " +
                      std::to_string(table_.columns.size()) + " columns");
    return false;
  }
  return true;
}

std::optional<std::uint64_t> TgffTables::type_of(const Row& row) {
  const auto type = whole_number(row[0].text, ~std::uint64_t{0});
  if (!type) error(row[0], "a type must be a whole number, not " + in_quotes(row[0].text));
  return type;
}

std::optional<Decimal> TgffTables::value(const Row& row, std::size_t at) {
  const auto number = parse_decimal(row[at].text);
  if (!number) {
    error(row[at], in_short(table_.columns[at].text, 40) + " must be a number that is not negative, not " +
                       in_quotes(row[at].text));
  }
  return number;
}

void TgffTables::read_core(std::size_t time) {
  Core core;
  core.type = in_lower_case(table_.name);
  core.type.erase(std::remove(core.type.begin(), core.type.end(), ' '), core.type.end());
  const auto same = [&](const Core& other) { return other.type == core.type; };
  if (std::any_of(cores_.begin(), cores_.end(), same)) {
    diagnostics_.error(table_.where, "there is a table " + in_quotes(table_.name) + " already");
    return;
  }
  const Column valid = column("valid");
  for (const Row& row : table_.rows) {
    const auto type = type_of(row);
    const auto runs = valid ? value(row, *valid) : Decimal{1, 0};
    if (!type || !runs) return;
    if (runs->is_zero()) continue;
    const auto taken = value(row, time);
    if (!taken) return;
    const auto [at, fresh] = core.times.emplace(*type, *taken);
    if (fresh) continue;
    if (!std::exchange(versions_noted_, true)) {
      diagnostics_.note({file_, row[0].line, row[0].column},
                        "a type of task has several versions on " + in_quotes(table_.name) + "; the fastest counts");
    }
    if (to_double(*taken) < to_double(at->second)) at->second = *taken;
  }
  cores_.push_back(std::move(core));
}

void TgffTables::read_quantities(std::size_t bytes) {
  quantities_from_ = table_.name;
  for (const Row& row : table_.rows) {
    const auto type = type_of(row);
    const auto quantity = type ? value(row, bytes) : std::nullopt;
    if (!quantity) return;
    if (!quantities_.emplace(*type, ceil_product(*quantity, {1, 0})).second)
      error(row[0], "type " + std::to_string(*type) + " has a row already");
  }
}

void TgffTables::check_columns() const {
  const auto missing = [&](const std::string& name, const char* key) {
    diagnostics_.error({file_, 1, 1}, "no table has a column " + in_quotes(name) + " (mapping.fields." + key + ')');
  };
  if (!mapping_.fields.time.empty() && !has_cores()) missing(mapping_.fields.time, "time");
  if (!mapping_.fields.bytes.empty() && !has_quantities()) missing(mapping_.fields.bytes, "bytes");
}

std::vector<TypeCycles> TgffTables::times(std::uint64_t type) const {
  std::vector<TypeCycles> all;
  for (const Core& core : cores_) {
    const auto at = core.times.find(type);
    if (at != core.times.end()) all.push_back({core.type, 0, at->second});
  }
  return all;
}

std::optional<std::uint64_t> TgffTables::bytes(std::uint64_t type) const {
  const auto at = quantities_.find(type);
  if (at == quantities_.end()) return std::nullopt;
  return at->second;
}

}  // namespace gantry
