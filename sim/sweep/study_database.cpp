// SPDX-License-Identifier: Apache-2.0
#include "sweep/study_database.h"

#include <charconv>
#include <cmath>
#include <cstdint>

#include "sql/database.h"

namespace gantry {
namespace {

/// A number where the text is one.
void add_cell(SqlInsert& insert, const std::string& text, bool is_text) {
  const char* end = text.data() + text.size();
  std::int64_t whole = 0;
  double real = 0.0;
  const auto as_whole = std::from_chars(text.data(), end, whole);
  const auto as_real = std::from_chars(text.data(), end, real);
  if (text.empty() && !is_text) {
    insert.null();
  } else if (!is_text && as_whole.ec == std::errc() && as_whole.ptr == end) {
    insert.integer(whole);
  } else if (!is_text && as_real.ec == std::errc() && as_real.ptr == end && std::isfinite(real)) {
    insert.real(real);
  } else {
    insert.text(text);
  }
}

void add_table(SqlDatabase& database, const std::string& name, const StudyTable& of, bool numbered) {
  std::string columns;
  for (const StudyColumn& column : of.columns) {
    const bool first = columns.empty();
    columns += (first ? "" : ", ") + sql_name(column.name);
    if (column.is_text) columns += " TEXT";
    if (numbered && first) columns += " INTEGER PRIMARY KEY";
  }
  database.run("CREATE TABLE " + name + " (" + columns + ")");
  SqlInsert insert(database, name, of.columns.size());
  for (const std::vector<std::string>& row : of.rows) {
    for (std::size_t c = 0; c < of.columns.size(); ++c) add_cell(insert, row[c], of.columns[c].is_text);
    insert.end_row();
  }
}

}  // namespace

void write_study_database(const std::string& path, const std::string& study, const StudyTable& points,
                          const StudyTable& repeats, const std::vector<std::size_t>& front) {
  write_database(path, [&](SqlDatabase& database) {
    add_table(database, "study", {{{"json", true}}, {{study}}}, false);
    add_table(database, "points", points, true);
    StudyTable pareto{{{"number"}}, {}};
    for (const std::size_t number : front) pareto.rows.push_back({std::to_string(number)});
    add_table(database, "pareto", pareto, true);
    if (!repeats.rows.empty()) add_table(database, "repeats", repeats, false);
  });
}

}  // namespace gantry
