// SPDX-License-Identifier: Apache-2.0
#include "sql/database.h"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "gantry/base/error.h"

namespace gantry {
namespace {

/// The library does not say where the statement names a table that there is not: its first use is taken, else 0.
std::size_t named_at(std::string_view statement, std::string_view message) {
  constexpr std::string_view kNoTable = "no such table: ";
  if (message.substr(0, kNoTable.size()) != kNoTable) return 0;
  const std::size_t at = statement.find(message.substr(kNoTable.size()));
  return at == std::string_view::npos ? 0 : at;
}

/// Position of a byte of the statement.
SourcePosition position(const std::string& sql, std::size_t offset) {
  SourcePosition where{"SQL", 1, 1};
  for (std::size_t i = 0; i < std::min(offset, sql.size()); ++i) {
    ++where.column;
    if (sql[i] != '\n') continue;
    ++where.line;
    where.column = 1;
  }
  return where;
}

}  // namespace

std::string sql_name(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

void SqlDatabase::Close::operator()(sqlite3* database) const { sqlite3_close(database); }
void CloseStatement::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

SqlDatabase::SqlDatabase() { open(":memory:"); }

SqlDatabase::SqlDatabase(const std::string& path) { open(path.c_str()); }

void SqlDatabase::open(const char* path) {
  sqlite3* opened = nullptr;
  const int result = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  database_.reset(opened);
  check(result);
  // A misspelt name in double quotes is an error, not a text.
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  run("PRAGMA temp_store = MEMORY; PRAGMA journal_mode = OFF");
}

void SqlDatabase::run(const std::string& statements) {
  check(sqlite3_exec(database_.get(), statements.c_str(), nullptr, nullptr, nullptr));
}

void SqlDatabase::fail() const {
  throw Error(database_ ? sqlite3_errmsg(database_.get()) : "no memory", ErrorKind::output);
}

void SqlDatabase::check(int result) const {
  if (result != SQLITE_OK) fail();
}

SqlInsert::SqlInsert(SqlDatabase& database, const std::string& table, std::size_t columns) : database_(database) {
  std::string places = "?";
  for (std::size_t c = 1; c < columns; ++c) places += ", ?";
  sqlite3_stmt* prepared = nullptr;
  database.check(sqlite3_prepare_v2(database.database_.get(),
                                    ("INSERT INTO " + sql_name(table) + " VALUES (" + places + ")").c_str(), -1,
                                    &prepared, nullptr));
  statement_.reset(prepared);
}

void SqlInsert::integer(std::int64_t value) { database_.check(sqlite3_bind_int64(statement_.get(), ++at_, value)); }

void SqlInsert::real(double value) { database_.check(sqlite3_bind_double(statement_.get(), ++at_, value)); }

void SqlInsert::text(std::string_view value) {
  database_.check(
      sqlite3_bind_text(statement_.get(), ++at_, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT));
}

void SqlInsert::end_row() {
  if (sqlite3_step(statement_.get()) != SQLITE_DONE) database_.fail();
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
  at_ = 0;
}

SqlQuery::SqlQuery(SqlDatabase& database, const std::string& sql, const Hint& hint, Diagnostics& problems)
    : database_(database), sql_(sql), problems_(problems) {
  sqlite3_set_authorizer(database.database_.get(), authorize, this);
  prepare(hint);
  sqlite3_set_authorizer(database.database_.get(), nullptr, nullptr);
}

SqlQuery::~SqlQuery() = default;

int SqlQuery::authorize(void* self, int action, const char* first, const char* second, const char* /*database*/,
                        const char* /*view*/) {
  auto& query = *static_cast<SqlQuery*>(self);
  const bool loads = action == SQLITE_FUNCTION && second != nullptr && std::string_view(second) == "load_extension";
  switch (action) {
    case SQLITE_READ:
      if (first != nullptr) query.tables_.insert(first);
      return SQLITE_OK;
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      if (!loads) return SQLITE_OK;
      break;
    default:
      break;
  }
  query.refused_ = true;
  return SQLITE_DENY;
}

void SqlQuery::prepare(const Hint& hint) {
  sqlite3* database = database_.database_.get();
  const auto one = [&](const char* from, const char*& rest) {
    sqlite3_stmt* prepared = nullptr;
    const int result = sqlite3_prepare_v2(database, from, -1, &prepared, &rest);
    SqlStatement statement(prepared);
    // VACUUM INTO asks nobody for leave to write.
    if (statement && sqlite3_stmt_readonly(prepared) == 0) refused_ = true;
    if (result == SQLITE_OK && !refused_) return statement;
    const auto begin = static_cast<std::size_t>(from - sql_.c_str());
    const int offset = sqlite3_error_offset(database);
    const std::string message = sqlite3_errmsg(database);
    if (refused_) {
      fault(begin + std::string_view(from).find_first_not_of(" \t\r\n"), "a query may only read (expected SELECT)");
    } else {
      fault(begin + (offset < 0 ? named_at(from, message) : static_cast<std::size_t>(offset)), message + hint(message));
    }
    return SqlStatement();
  };
  if (const std::size_t zero = sql_.find('\0'); zero != std::string::npos) return fault(zero, "a character 0");
  const char* rest = sql_.c_str();
  SqlStatement statement = one(sql_.c_str(), rest);
  if (!problems_.ok()) return;
  if (!statement) return fault(0, "no statement (expected SELECT)");
  const char* const second = rest;
  const SqlStatement more = one(second, rest);
  if (!problems_.ok()) return;
  if (more) {
    const std::size_t at = static_cast<std::size_t>(second - sql_.c_str());
    return fault(sql_.find_first_not_of(" \t\r\n", at), "a second statement (expected one)");
  }
  statement_ = std::move(statement);
}

void SqlQuery::fault(std::size_t offset, const std::string& text) {
  problems_.error(position(sql_, offset), text);
  statement_.reset();
}

std::vector<std::string> SqlQuery::columns() const {
  std::vector<std::string> names;
  for (int c = 0; c < sqlite3_column_count(statement_.get()); ++c)
    names.emplace_back(sqlite3_column_name(statement_.get(), c));
  return names;
}

bool SqlQuery::next() {
  if (!statement_) return false;
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE) fault(0, sqlite3_errmsg(database_.database_.get()));
  return false;
}

SqlCell SqlQuery::cell(std::size_t column) const {
  const int at = static_cast<int>(column);
  sqlite3_stmt* statement = statement_.get();
  SqlCell cell;
  switch (sqlite3_column_type(statement, at)) {
    case SQLITE_INTEGER:
      cell.kind = SqlCell::Kind::integer;
      cell.integer = sqlite3_column_int64(statement, at);
      break;
    case SQLITE_FLOAT:
      cell.kind = SqlCell::Kind::real;
      cell.real = sqlite3_column_double(statement, at);
      break;
    case SQLITE_NULL:
      break;
    default: {
      cell.kind = SqlCell::Kind::text;
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, at));
      cell.text = {text, static_cast<std::size_t>(sqlite3_column_bytes(statement, at))};
    }
  }
  return cell;
}

void write_database(const std::string& path, const std::function<void(SqlDatabase&)>& fill) {
  const std::string other = path + ".new";
  unlink(other.c_str());
  try {
    {
      SqlDatabase database(other);
      database.run("PRAGMA synchronous = FULL");
      database.run("BEGIN");
      fill(database);
      database.run("COMMIT");
    }  // closed before it is renamed
    if (std::rename(other.c_str(), path.c_str()) != 0) throw Error("it cannot be renamed", ErrorKind::output);
  } catch (const Error& error) {
    unlink(other.c_str());
    if (error.kind() != ErrorKind::output) throw;
    throw Error(Diagnostic{{path}, std::string("the file cannot be written: ") + error.what()}, ErrorKind::output);
  }
}

}  // namespace gantry
