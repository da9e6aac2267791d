// SPDX-License-Identifier: Apache-2.0
// A finished run asked in SQL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "query/run_tables.h"

namespace gantry {

enum class AnswerForm : std::uint8_t { text, csv, json };

/// Returns the answer of a SELECT, in this form. Reads only the tables that the statement names. Errors of the
/// statement are reported as `SQL:line:column`, and faults of files at their places; then there is no answer.
std::optional<std::string> answer_of(const std::vector<SqlTable>& tables, const std::string& sql, AnswerForm form,
                                     Diagnostics& problems);

/// Writes the tables and views with all rows as an SQLite file. Reports faults of the run's files; then the file is not
/// written. Throws Error (ErrorKind::output) if it cannot be.
void write_run_database(const std::vector<SqlTable>& tables, const std::string& path, Diagnostics& problems);

/// Returns the names of the tables with those of their columns, for readers.
std::string tables_text(const std::vector<SqlTable>& tables);

}  // namespace gantry
