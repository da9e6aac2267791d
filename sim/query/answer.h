// SPDX-License-Identifier: Apache-2.0
// Forms of an answer in SQL.
#pragma once

#include <string>

#include "gantry/base/diagnostics.h"
#include "query/query_run.h"
#include "sql/database.h"

namespace gantry {

/// Returns all rows: as an aligned table; as CSV with a header, NULL being empty; or as a JSON list with an object per
/// row. Reports errors while rows are computed, and for JSON columns of the same name.
std::string answer_text(SqlQuery& query, AnswerForm form, Diagnostics& problems);

}  // namespace gantry
