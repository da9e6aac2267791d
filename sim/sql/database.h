// SPDX-License-Identifier: Apache-2.0
// An SQLite database: tables are created and filled by the program, then asked by statements of a user. database.cpp
// alone sees the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"

struct sqlite3;
struct sqlite3_stmt;

namespace gantry {

/// Returns the name in double quotes, as SQL takes any name.
std::string sql_name(std::string_view name);

/// Functions throw Error (ErrorKind::output) if the library reports an error.
class SqlDatabase {
 public:
  /// An empty database in memory.
  SqlDatabase();
  /// A database in a file, which is created if it is not there.
  explicit SqlDatabase(const std::string& path);

  /// Executes statements of the program itself.
  void run(const std::string& statements);

 private:
  friend class SqlInsert;
  friend class SqlQuery;
  struct Close {
    void operator()(sqlite3* database) const;
  };
  void open(const char* path);
  [[noreturn]] void fail() const;
  void check(int result) const;

  std::unique_ptr<sqlite3, Close> database_;
};

struct CloseStatement {
  void operator()(sqlite3_stmt* statement) const;
};
using SqlStatement = std::unique_ptr<sqlite3_stmt, CloseStatement>;

/// Fills a table row by row: a call per cell in order of the columns, then end_row().
class SqlInsert {
 public:
  SqlInsert(SqlDatabase& database, const std::string& table, std::size_t columns);

  void null() { ++at_; }
  void integer(std::int64_t value);
  void real(double value);
  /// The text is copied.
  void text(std::string_view value);
  /// Stores the row. Cells without a call are NULL.
  void end_row();

 private:
  SqlDatabase& database_;
  SqlStatement statement_;
  int at_ = 0;
};

/// A cell of an answer; bytes that are no text are given as text. `text` is valid until the next row.
struct SqlCell {
  enum class Kind : std::uint8_t { null, integer, real, text };
  Kind kind = Kind::null;
  std::int64_t integer = 0;
  double real = 0.0;
  std::string_view text;
};

/// One statement of a user, which may only read. Its errors are reported at their positions in the statement, as
/// `SQL:line:column`.
class SqlQuery {
 public:
  /// What the message about an unknown name is extended by; empty: nothing.
  using Hint = std::function<std::string(const std::string& message)>;

  /// Precondition: the database outlives it.
  SqlQuery(SqlDatabase& database, const std::string& sql, const Hint& hint, Diagnostics& problems);
  ~SqlQuery();
  SqlQuery(const SqlQuery&) = delete;
  SqlQuery& operator=(const SqlQuery&) = delete;

  /// Whether there was no error so far.
  [[nodiscard]] bool ok() const { return statement_ != nullptr; }
  /// Names of the tables that it reads, those behind views included.
  [[nodiscard]] const std::set<std::string>& tables() const { return tables_; }
  /// Titles of the answer's columns.
  [[nodiscard]] std::vector<std::string> columns() const;

  /// Goes to the first row, then to the next one. Returns false at the end and after an error.
  bool next();
  [[nodiscard]] SqlCell cell(std::size_t column) const;

 private:
  static int authorize(void* self, int action, const char* first, const char* second, const char* database,
                       const char* view);
  void prepare(const Hint& hint);
  void fault(std::size_t offset, const std::string& text);

  SqlDatabase& database_;
  const std::string sql_;
  Diagnostics& problems_;
  std::set<std::string> tables_;
  bool refused_ = false;
  SqlStatement statement_;
};

/// Writes a database file: `fill` creates its tables. Either the complete file is there at the end, or Error is thrown
/// and a file that was there before is unchanged: one of `fill`, or of ErrorKind::output.
void write_database(const std::string& path, const std::function<void(SqlDatabase&)>& fill);

}  // namespace gantry
