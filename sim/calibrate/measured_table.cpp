// SPDX-License-Identifier: Apache-2.0
#include "calibrate/measured_table.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include "text/csv_reader.h"
#include "text/digits.h"
#include "text/text_lines.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::size_t kLongestRowNumber = 9;

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// Columns of a line in which its fields begin, from 1.
std::vector<int> begins_of(std::string_view line) {
  std::vector<int> begins = {1};
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == ',' && !quoted) begins.push_back(static_cast<int>(i) + 2);
  }
  return begins;
}

class TableReader {
 public:
  TableReader(const std::string& text, const MeasuredChoice& choice, MeasuredTable& table, Diagnostics& diagnostics)
      : text_(text), choice_(choice), table_(table), diagnostics_(diagnostics) {}

  void run() {
    const std::string_view body = without_mark(text_);
    const std::string header(without_return(body.substr(0, body.find('\n'))));
    read_columns(header);
    if (!diagnostics_.ok()) return;
    map_columns();
    find_measured();
    if (!diagnostics_.ok()) return;
    read_rows(header);
    if (!diagnostics_.ok()) return;
    if (table_.rows.empty()) {
      diagnostics_.error({table_.path, 1, 1}, "no row follows the names of the columns (expected one per measurement)");
      return;
    }
    for (const std::string& on : choice_.on) select(on);
  }

 private:
  [[nodiscard]] std::vector<std::string_view> names() const {
    std::vector<std::string_view> all;
    for (const MeasuredColumn& column : table_.columns) all.push_back(column.name);
    return all;
  }

  void no_column(const std::string& option, const std::string& name) {
    diagnostics_.error({option, 0, 0}, "no column " + in_quotes(name) + " in " + table_.path + " (" +
                                           alternatives(names()) + ')' + did_you_mean(name, names()));
  }

  void read_columns(const std::string& header) {
    int at = 1;
    for (const std::string& name : split(header, ',')) {
      const SourcePosition where{table_.path, 1, at};
      if (name.empty()) diagnostics_.error(where, "a column has no name");
      if (name.find('"') != std::string::npos)
        diagnostics_.error(where, "the name of a column is in quotes (expected names without quotes and commas)");
      if (table_.column(name)) diagnostics_.error(where, "two columns have the name " + in_quotes(name));
      table_.columns.push_back({name, name.find('.') == std::string::npos ? std::string() : name});
      at += static_cast<int>(name.size()) + 1;
    }
  }

  void map_columns() {
    for (const std::string& map : choice_.maps) {
      const std::size_t equals = map.find('=');
      const std::string option = "--map " + map;
      if (equals == std::string::npos || equals == 0 || equals + 1 == map.size()) {
        diagnostics_.error({option, 0, 0}, "not of the form COLUMN=KEY");
        continue;
      }
      const auto column = table_.column(map.substr(0, equals));
      if (column) {
        table_.columns[*column].key = map.substr(equals + 1);
      } else {
        no_column(option, map.substr(0, equals));
      }
    }
  }

  void find_measured() {
    table_.measured = table_.columns.size() - 1;
    if (!choice_.measured.empty()) {
      const auto column = table_.column(choice_.measured);
      if (!column) return no_column("--measured " + choice_.measured, choice_.measured);
      table_.measured = *column;
    }
    MeasuredColumn& column = table_.columns[table_.measured];
    if (!column.key.empty()) {
      diagnostics_.error({table_.path, 1, 1}, "the column " + in_quotes(column.name) +
                                                  " with what was measured is a key (--measured COLUMN names another)");
    }
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (!table_.columns[i].key.empty() && table_.columns[i].key == table_.columns[k].key)
          diagnostics_.error({table_.path, 1, 1}, "two columns set the key " + in_quotes(table_.columns[i].key));
      }
    }
  }

  void read_rows(const std::string& header) {
    auto file = std::make_unique<TextSource>(std::make_unique<std::stringbuf>(text_, std::ios::in));
    CsvReader csv(std::move(file), table_.path, CsvReader::Header(header), diagnostics_);
    const std::vector<std::string> lines = split(text_, '\n');
    while (csv.next()) {
      const std::vector<int> begins = begins_of(lines[csv.line() - 1]);
      MeasuredRow& row = table_.rows.emplace_back();
      for (std::size_t i = 0; i < table_.columns.size(); ++i) {
        row.cells.emplace_back(csv.field(i));
        const bool one_line = i < begins.size();
        row.where.push_back({table_.path, static_cast<int>(csv.line()), one_line ? begins[i] : 1});
      }
      const std::size_t faults = csv.faults();
      row.measured = csv.decimal(table_.measured);
      if (csv.faults() == faults && row.measured <= 0.0)
        csv.fault(table_.measured, in_quotes(row.cells[table_.measured]) + " (expected a number above 0)");
    }
  }

  void select(const std::string& on) {
    const std::string option = "--on " + on;
    const std::size_t equals = on.find('=');
    if (equals == std::string::npos) return select_numbers(on, option);
    const auto column = table_.column(on.substr(0, equals));
    if (!column) return no_column(option, on.substr(0, equals));
    bool any = false;
    for (MeasuredRow& row : table_.rows) {
      if (row.cells[*column] != on.substr(equals + 1)) continue;
      row.fitted = true;
      any = true;
    }
    if (!any) diagnostics_.error({option, 0, 0}, "no row has this in the column " + in_quotes(on.substr(0, equals)));
  }

  void select_numbers(const std::string& on, const std::string& option) {
    for (const std::string& part : split(on, ',')) {
      const std::size_t dash = part.find('-');
      const auto first = number(part.substr(0, dash));
      const auto last = dash == std::string::npos ? first : number(part.substr(dash + 1));
      if (!first || !last || *first > *last) {
        diagnostics_.error({option, 0, 0}, in_quotes(part) + " is no row (expected numbers from 1 to " +
                                               std::to_string(table_.rows.size()) + ", FROM-TO, or COLUMN=CELL)");
        continue;
      }
      for (std::size_t row = *first; row <= *last; ++row) table_.rows[row - 1].fitted = true;
    }
  }

  [[nodiscard]] std::optional<std::size_t> number(const std::string& text) const {
    if (text.size() > kLongestRowNumber || !all_digits(text)) return std::nullopt;
    const std::size_t row = std::stoul(text);
    if (row == 0 || row > table_.rows.size()) return std::nullopt;
    return row;
  }

  const std::string& text_;
  const MeasuredChoice& choice_;
  MeasuredTable& table_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::vector<std::string> MeasuredRow::sets(const std::vector<MeasuredColumn>& columns) const {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].key.empty() && !cells[i].empty()) all.push_back(columns[i].key + '=' + cells[i]);
  }
  return all;
}

std::optional<std::size_t> MeasuredTable::column(const std::string& name) const {
  const auto at =
      std::find_if(columns.begin(), columns.end(), [&](const MeasuredColumn& one) { return one.name == name; });
  if (at == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(at - columns.begin());
}

std::optional<MeasuredTable> read_measured_table(const std::string& text, const std::string& path,
                                                 const MeasuredChoice& choice, Diagnostics& diagnostics) {
  MeasuredTable table;
  table.path = path;
  Diagnostics own;
  TableReader(text, choice, table, own).run();
  for (const Diagnostic& error : own.errors()) diagnostics.add(error);
  if (!own.ok()) return std::nullopt;
  return table;
}

}  // namespace gantry
