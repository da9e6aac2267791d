// SPDX-License-Identifier: Apache-2.0
#include "study/study_database.h"

#include <sqlite3.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace gantry {
namespace {

std::string quoted_name(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

/// A file that is being written, until the first problem.
class Database {
 public:
  explicit Database(const std::string& path) {
    check(sqlite3_open_v2(path.c_str(), &database_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr));
    run("PRAGMA journal_mode = OFF");
    run("PRAGMA synchronous = FULL");
    run("BEGIN");
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { sqlite3_close(database_); }

  void run(const std::string& statement) {
    if (ok()) check(sqlite3_exec(database_, statement.c_str(), nullptr, nullptr, nullptr));
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
    sqlite3_stmt* statement = nullptr;
    if (ok())
      check(sqlite3_prepare_v2(database_, ("INSERT INTO " + name + " VALUES (" + places + ")").c_str(), -1, &statement,
                               nullptr));
    for (std::size_t i = 0; ok() && i < of.rows.size(); ++i) {
      for (std::size_t c = 0; c < of.columns.size(); ++c)
        bind(statement, static_cast<int>(c) + 1, of.rows[i][c], of.columns[c].is_text);
      if (sqlite3_step(statement) != SQLITE_DONE) problem_ = sqlite3_errmsg(database_);
      sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
  }

  [[nodiscard]] bool ok() const { return problem_.empty(); }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void check(int result) {
    if (result != SQLITE_OK && ok()) problem_ = database_ != nullptr ? sqlite3_errmsg(database_) : "no memory";
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

  sqlite3* database_ = nullptr;
  std::string problem_;
};

}  // namespace

bool write_study_database(const std::string& path, const std::string& study, const StudyTable& points,
                          const StudyTable& repeats, const std::vector<std::size_t>& front, std::string& why) {
  const std::string other = path + ".new";
  unlink(other.c_str());
  std::string problem;
  {
    Database database(other);
    database.table("study", {{{"json", true}}, {{study}}}, false);
    database.table("points", points, true);
    StudyTable pareto{{{"number"}}, {}};
    for (const std::size_t number : front) pareto.rows.push_back({std::to_string(number)});
    database.table("pareto", pareto, true);
    if (!repeats.rows.empty()) database.table("repeats", repeats, false);
    database.run("COMMIT");
    problem = database.problem();
  }
  if (problem.empty() && std::rename(other.c_str(), path.c_str()) == 0) return true;
  unlink(other.c_str());
  why = path + ": the file cannot be written: " + (problem.empty() ? "it cannot be renamed" : problem);
  return false;
}

}  // namespace gantry
