// SPDX-License-Identifier: Apache-2.0
#include "query/answer.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "text/escape.h"
#include "text/text_table.h"

namespace gantry {
namespace {

/// All digits, so that it is read back as the same number; an infinite one as a number that is too large.
void append_number(fmt::memory_buffer& out, const SqlCell& cell) {
  if (cell.kind == SqlCell::Kind::integer) {
    fmt::format_to(std::back_inserter(out), "{}", cell.integer);
  } else if (std::isfinite(cell.real)) {
    fmt::format_to(std::back_inserter(out), "{}", cell.real);
  } else {
    out.append(std::string_view(cell.real < 0 ? "-1e999" : "1e999"));
  }
}

std::string table(SqlQuery& query) {
  const std::vector<std::string> titles = query.columns();
  std::vector<TextTable::Column> columns;
  for (const std::string& title : titles) columns.push_back({title, TextTable::Align::right});
  std::vector<std::vector<std::string>> rows;
  while (query.next()) {
    std::vector<std::string>& row = rows.emplace_back();
    for (std::size_t c = 0; c < titles.size(); ++c) {
      const SqlCell cell = query.cell(c);
      switch (cell.kind) {
        case SqlCell::Kind::null:
          row.emplace_back();
          break;
        case SqlCell::Kind::integer:
          row.push_back(std::to_string(cell.integer));
          break;
        case SqlCell::Kind::real:
          row.push_back(fmt::format("{:.10g}", cell.real));
          break;
        case SqlCell::Kind::text:
          row.emplace_back(cell.text);
          columns[c].align = TextTable::Align::left;
          break;
      }
    }
  }
  TextTable text(columns, std::numeric_limits<std::size_t>::max());
  for (auto& row : rows) text.add(std::move(row));
  return text.text();
}

std::string csv(SqlQuery& query) {
  const std::vector<std::string> titles = query.columns();
  fmt::memory_buffer out;
  for (std::size_t c = 0; c < titles.size(); ++c) {
    if (c > 0) out.push_back(',');
    append_csv(out, titles[c]);
  }
  out.push_back('\n');
  while (query.next()) {
    for (std::size_t c = 0; c < titles.size(); ++c) {
      if (c > 0) out.push_back(',');
      const SqlCell cell = query.cell(c);
      if (cell.kind == SqlCell::Kind::text) {
        append_csv(out, cell.text);
      } else if (cell.kind != SqlCell::Kind::null) {
        append_number(out, cell);
      }
    }
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

std::string json(SqlQuery& query, Diagnostics& problems) {
  const std::vector<std::string> titles = query.columns();
  std::set<std::string_view> names;
  for (const std::string& title : titles) {
    if (names.insert(title).second) continue;
    problems.error({"SQL", 1, 1}, "two columns have the name '" + title + "' (expected AS with another one)");
    return "";
  }
  fmt::memory_buffer out;
  out.push_back('[');
  bool first = true;
  while (query.next()) {
    out.append(std::string_view(first ? "\n  {" : ",\n  {"));
    first = false;
    for (std::size_t c = 0; c < titles.size(); ++c) {
      if (c > 0) out.append(std::string_view(", "));
      append_json(out, titles[c]);
      out.append(std::string_view(": "));
      const SqlCell cell = query.cell(c);
      if (cell.kind == SqlCell::Kind::text) {
        append_json(out, cell.text);
      } else if (cell.kind == SqlCell::Kind::null) {
        out.append(std::string_view("null"));
      } else {
        append_number(out, cell);
      }
    }
    out.push_back('}');
  }
  out.append(std::string_view(first ? "]\n" : "\n]\n"));
  return fmt::to_string(out);
}

}  // namespace

std::string answer_text(SqlQuery& query, AnswerForm form, Diagnostics& problems) {
  switch (form) {
    case AnswerForm::csv:
      return csv(query);
    case AnswerForm::json:
      return json(query, problems);
    case AnswerForm::text:
      break;
  }
  return table(query);
}

}  // namespace gantry
