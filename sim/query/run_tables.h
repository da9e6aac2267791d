// SPDX-License-Identifier: Apache-2.0
// The tables of a finished run for SQL, from its files and their one description (result/tables.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

class SqlDatabase;

struct SqlColumn {
  std::string name;
  std::string type;     ///< TEXT, INTEGER, REAL; empty: any of them
  std::string holds;    ///< unit of a number, `text`, or the words that a cell may be
  std::string meaning;  ///< may be empty
};

/// A table, or a view.
struct SqlTable {
  std::string name;
  std::string from;  ///< where its rows come from: a file of the run; of a view a table
  std::vector<SqlColumn> columns;
  std::string select;  ///< of a view: its definition; empty: a table
  /// Of a table: inserts the rows into the table of this name. Reports faults of the file.
  std::function<void(SqlDatabase&, Diagnostics&)> load;
};

/// Returns the tables and views of the files that the run wrote, views last. The rows are not read yet. Reports a
/// directory that is none of a run.
std::vector<SqlTable> run_tables(const std::string& directory, Diagnostics& problems);

}  // namespace gantry
