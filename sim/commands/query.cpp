// SPDX-License-Identifier: Apache-2.0
// gantry query: SQL over the tables of a finished run.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/problems.h"
#include "commands/written_file.h"
#include "gantry/base/one_line.h"
#include "query/query_run.h"
#include "query/run_tables.h"

namespace gantry {
namespace {

struct QueryArguments {
  std::string directory;
  std::string sql;
  std::string database;
  bool csv = false;
  bool json = false;
};

int query(const QueryArguments& arguments) {
  Diagnostics problems;
  const std::vector<SqlTable> tables = run_tables(arguments.directory, problems);
  if (problems.ok() && !arguments.database.empty()) {
    std::vector<std::string> inputs;
    for (const SqlTable& table : tables) inputs.push_back(arguments.directory + '/' + table.from);
    if (!may_write({arguments.database}, inputs)) return kWrongInput;
    write_run_database(tables, arguments.database, problems);
    if (problems.ok() && arguments.sql.empty()) std::cout << "database in " << one_line(arguments.database) << '\n';
  }
  const bool other_form = arguments.csv || arguments.json;
  if (problems.ok() && (!arguments.sql.empty() || other_form)) {
    const std::string sql = arguments.sql.empty() ? "SELECT * FROM columns" : arguments.sql;
    const AnswerForm form = arguments.csv ? AnswerForm::csv : arguments.json ? AnswerForm::json : AnswerForm::text;
    if (const auto answer = answer_of(tables, sql, form, problems)) std::cout << *answer;
  } else if (problems.ok() && arguments.database.empty()) {
    std::cout << tables_text(tables);
  }
  print_problems(problems);
  return problems.ok() ? kDone : kWrongInput;
}

}  // namespace

void add_query_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<QueryArguments>();
  CLI::App* command = app.add_subcommand("query", "Ask the tables of a finished run in SQL");
  command->add_option("DIR", arguments->directory, "directory that `gantry run` or `gantry network --out` wrote")
      ->required();
  command->add_option("SQL", arguments->sql, "a SELECT; without it the tables, views and their columns are listed");
  CLI::Option* csv = command->add_flag("--csv", arguments->csv, "the answer as CSV");
  command->add_flag("--json", arguments->json, "the answer as a JSON list of rows")->excludes(csv);
  command->add_option("--database", arguments->database, "also write all tables and views into this SQLite file");
  command->footer(
      "The language is SQLite's, and a query only reads. A table has the name of its file: tasks, jobs, edges, ... An\n"
      "empty cell is NULL. Beside them: path (the critical path's steps), waits (where each task waited), queues "
      "(levels\n"
      "over time, from trace.json), summary (keys and values), columns. Each is defined in docs/querying.md.\n"
      "Exit status: 0 done, 2 wrong SQL, no run, or a file of it is missing or malformed.\n\n"
      "Examples:\n  gantry run sim/experiments/cholesky.yaml && gantry query out/cholesky\n"
      "  gantry query out/cholesky 'SELECT task, slack FROM slack ORDER BY slack, task LIMIT 5'\n"
      "  gantry query out/cholesky 'SELECT cause, sum(cycles) FROM path GROUP BY cause' --csv\n"
      "  gantry query out/cholesky --database cholesky.sqlite");
  command->callback([arguments, &status] { status = query(*arguments); });
}

}  // namespace gantry
