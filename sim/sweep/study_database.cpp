// SPDX-License-Identifier: Apache-2.0
#include "sweep/study_database.h"

#include <sqlite3.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>

#include "gantry/base/error.h"

namespace gantry {
namespace {

std::string quoted_name(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

/// A file that is being written. Throws Error at the first problem.
class Database {
 public:
  explicit Database(const std::string& path) {
    sqlite3* opened = nullptr;
    const int result = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    database_.reset(opened);
    check(result);
    run("PRAGMA journal_mode = OFF");
    run("PRAGMA synchronous = FULL");
    run("BEGIN");
  }

  void run(const std::string& statement) {
    check(sqlite3_exec(database_.get(), statement.c_str(), nullptr, nullptr, nullptr));
  }

  void table(const std::string& name, const StudyTable& of, bool numbered) {
    std::string columns;
    std::string places;
    for (const StudyColumn& column : of.columns) {
      columns += (columns.empty() ? "" : ", ") + quoted_name(column.name);
      if (column.is_text) columns += " TEXT";
      if (numbered && places.empty()) columns += " INTEGER PRIMARY KEY";
      places += places.empty() ? "?" : ", ?";
    }
    run("CREATE TABLE " + name + " (" + columns + ")");
    sqlite3_stmt* prepared = nullptr;
    check(sqlite3_prepare_v2(database_.get(), ("INSERT INTO " + name + " VALUES (" + places + ")").c_str(), -1,
                             &prepared, nullptr));
    const std::unique_ptr<sqlite3_stmt, Close> statement(prepared);
    for (const std::vector<std::string>& row : of.rows) {
      for (std::size_t c = 0; c < of.columns.size(); ++c)
        bind(prepared, static_cast<int>(c) + 1, row[c], of.columns[c].is_text);
      if (sqlite3_step(prepared) != SQLITE_DONE) fail();
      sqlite3_reset(prepared);
    }
  }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  [[noreturn]] void fail() const { throw Error(database_ ? sqlite3_errmsg(database_.get()) : "no memory"); }
  void check(int result) const {
    if (result != SQLITE_OK) fail();
  }
  /// A number where the text is one.
  static void bind(sqlite3_stmt* statement, int place, const std::string& text, bool is_text) {
    const char* end = text.data() + text.size();
    std::int64_t whole = 0;
    double real = 0.0;
    const auto as_whole = std::from_chars(text.data(), end, whole);
    const auto as_real = std::from_chars(text.data(), end, real);
    if (text.empty() && !is_text) {
      sqlite3_bind_null(statement, place);
    } else if (!is_text && as_whole.ec == std::errc() && as_whole.ptr == end) {
      sqlite3_bind_int64(statement, place, whole);
    } else if (!is_text && as_real.ec == std::errc() && as_real.ptr == end && std::isfinite(real)) {
      sqlite3_bind_double(statement, place, real);
    } else {
      sqlite3_bind_text(statement, place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    }
  }

  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace

void write_study_database(const std::string& path, const std::string& study, const StudyTable& points,
                          const StudyTable& repeats, const std::vector<std::size_t>& front) {
  const std::string other = path + ".new";
  unlink(other.c_str());
  try {
    {
      Database database(other);
      database.table("study", {{{"json", true}}, {{study}}}, false);
      database.table("points", points, true);
      StudyTable pareto{{{"number"}}, {}};
      for (const std::size_t number : front) pareto.rows.push_back({std::to_string(number)});
      database.table("pareto", pareto, true);
      if (!repeats.rows.empty()) database.table("repeats", repeats, false);
      database.run("COMMIT");
    }  // closed before it is renamed
    if (std::rename(other.c_str(), path.c_str()) != 0) throw Error("it cannot be renamed");
  } catch (const Error& error) {
    unlink(other.c_str());
    throw Error(Diagnostic{{path}, std::string("the file cannot be written: ") + error.what()}, ErrorKind::output);
  }
}

}  // namespace gantry
