// SPDX-License-Identifier: Apache-2.0
// Tables that tests have as texts, with the columns of today: a column that the text lacks is added. So a new column
// needs no edit of the texts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/tables.h"
#include "text/columns.h"

namespace gantry {

/// Fields of a row, with their quotes; `at` moves behind the row.
inline std::vector<std::string> table_row(const std::string& text, std::size_t& at) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (; at < text.size() && (quoted || text[at] != '\n'); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (text[at] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += text[at];
    }
  }
  ++at;
  return fields;
}

/// Writes a row from its fields by column name. `reached`: completed tasks and jobs have been at a new station, in the
/// earliest cycle that its orders allow; otherwise it is empty.
class TodayRow final : public ColumnVisitor<TodayRow> {
 public:
  TodayRow(const std::map<std::string, std::string>& fields, bool reached) : fields_(fields), reached_(reached) {}

  [[nodiscard]] const std::string& row() const { return row_; }

  void on_text(const Column& column, std::string_view& /*value*/) { add(column.name, ""); }
  template <class Integer>
  void on_number(const Column& column, Integer& /*value*/) {
    add(column.name, column.may_be_empty ? "" : "0");
  }
  void on_ratio(const Column& column, double& /*value*/) { add(column.name, "0"); }
  template <class Value, class Words>
  void on_choice(const Column& column, Value& /*value*/, const Words& words) {
    add(column.name, std::string(words[0]));
  }
  template <class Record>
  void station(const StationLine<Record>& line, Record& /*record*/, bool /*may_be_empty*/) {
    const bool been =
        reached_ && !field("completed").empty() && !line.optional && (!line.with_jobs || field("class") != "event");
    std::uint64_t cycle = 0;
    for (std::size_t i = 0; i < line.orders; ++i) {
      const std::string earlier = field(station_line(line.not_before[i].earlier)->name);
      if (earlier.empty()) continue;
      const std::uint64_t of_earlier = std::strtoull(earlier.c_str(), nullptr, 10);
      cycle = std::max(cycle, of_earlier + (line.not_before[i].strict ? 1 : 0));
    }
    add(line.name, been ? std::to_string(cycle) : "");
  }

 private:
  [[nodiscard]] std::string field(std::string_view name) const {
    const auto at = fields_.find(std::string(name));
    return at == fields_.end() ? std::string() : at->second;
  }
  void add(std::string_view name, const std::string& otherwise) {
    const auto at = fields_.find(std::string(name));
    row_ += (first_ ? "" : ",") + (at == fields_.end() ? otherwise : at->second);
    first_ = false;
  }

  const std::map<std::string, std::string>& fields_;
  const bool reached_;
  std::string row_;
  bool first_ = true;
};

/// Returns the table with all columns of today. Columns of other names are left out.
template <class Cells>
std::string today_table(const std::string& text, bool reached = true) {
  std::string today = column_header<Cells>() + '\n';
  if (text.rfind(today, 0) == 0) return text;
  std::size_t at = 0;
  const std::vector<std::string> header = table_row(text, at);
  while (at < text.size()) {
    const std::size_t begin = at;
    const std::vector<std::string> row = table_row(text, at);
    if (row.size() != header.size()) {  // a fault, which stays
      today += text.substr(begin, at - begin);
      continue;
    }
    std::map<std::string, std::string> fields;
    for (std::size_t i = 0; i < row.size(); ++i) fields[header[i]] = row[i];
    Cells cells;
    TodayRow line(fields, reached);
    describe(line, cells);
    today += line.row() + '\n';
  }
  return today;
}

}  // namespace gantry
