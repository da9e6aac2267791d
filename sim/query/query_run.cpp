// SPDX-License-Identifier: Apache-2.0
#include "query/query_run.h"

#include <string_view>

#include "gantry/base/error.h"
#include "query/answer.h"
#include "sql/database.h"
#include "text/text_table.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

void create(SqlDatabase& database, const SqlTable& table) {
  if (!table.select.empty()) {
    database.run("CREATE VIEW " + sql_name(table.name) + " AS " + table.select);
    return;
  }
  std::string columns;
  for (const SqlColumn& column : table.columns)
    columns += (columns.empty() ? "" : ", ") + sql_name(column.name) + ' ' + column.type;
  database.run("CREATE TABLE " + sql_name(table.name) + " (" + columns + ')');
}

/// The word that SQLite names after `begin`; empty: the message is another one.
std::string_view named(std::string_view message, std::string_view begin) {
  if (message.substr(0, begin.size()) != begin) return {};
  std::string_view word = message.substr(begin.size());
  word = word.substr(0, word.find(' '));
  word = word.substr(word.rfind('.') + 1);
  if (word.size() > 1 && word.front() == '"' && word.back() == '"') word = word.substr(1, word.size() - 2);
  return word;
}

std::string hint(const std::vector<SqlTable>& tables, std::string_view message) {
  std::vector<std::string_view> names;
  if (const auto table = named(message, "no such table: "); !table.empty()) {
    for (const SqlTable& there : tables) names.push_back(there.name);
    const std::string meant = did_you_mean(table, names);
    return meant.empty() ? " (expected " + alternatives(names) + ')' : meant;
  }
  const auto column = named(message, "no such column: ");
  if (column.empty()) return "";
  std::vector<std::string_view> having;
  for (const SqlTable& table : tables) {
    for (const SqlColumn& there : table.columns) {
      names.push_back(there.name);
      if (there.name == column) having.push_back(table.name);
    }
  }
  if (having.empty()) return did_you_mean(column, names);
  return " (a column of " + alternatives(having, " and ") + "; a text is written in single quotes)";
}

}  // namespace

std::optional<std::string> answer_of(const std::vector<SqlTable>& tables, const std::string& sql, AnswerForm form,
                                     Diagnostics& problems) {
  SqlDatabase database;
  for (const SqlTable& table : tables) create(database, table);
  SqlQuery query(
      database, sql, [&](const std::string& message) { return hint(tables, message); }, problems);
  if (!query.ok()) return std::nullopt;
  database.run("BEGIN");
  for (const SqlTable& table : tables) {
    if (table.load && query.tables().count(table.name) != 0) table.load(database, problems);
  }
  database.run("COMMIT");
  if (!problems.ok()) return std::nullopt;
  std::string answer = answer_text(query, form, problems);
  if (!problems.ok()) return std::nullopt;
  return answer;
}

void write_run_database(const std::vector<SqlTable>& tables, const std::string& path, Diagnostics& problems) {
  try {
    write_database(path, [&](SqlDatabase& database) {
      for (const SqlTable& table : tables) create(database, table);
      for (const SqlTable& table : tables) {
        if (table.load) table.load(database, problems);
      }
      if (!problems.ok()) throw Error(problems);
    });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
  }
}

std::string tables_text(const std::vector<SqlTable>& tables) {
  std::string text;
  for (const SqlTable& table : tables) {
    std::string names;
    for (const SqlColumn& column : table.columns) names += (names.empty() ? "" : ", ") + column.name;
    text += table.name + (table.select.empty() ? ", from " : ", a view of ") + table.from + '\n' + paragraph(names);
  }
  return text + "What a column holds: SELECT * FROM columns\n";
}

}  // namespace gantry
