// SPDX-License-Identifier: Apache-2.0
// Tables that are computed from a file of the run (docs/querying.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "query/run_tables.h"

namespace gantry {

/// What a derived table needs to know of its run.
struct QueriedRun {
  std::string directory;
  std::uint32_t clock_mhz = 0;
  Cycle cycles = 0;
};

/// `summary`: every key of a JSON file with its value.
SqlTable summary_table(const std::string& directory, const std::string& file);
/// `waits`: for each submitted task how long it was in each stage of its life. From tasks.csv.
SqlTable waits_table(const QueriedRun& run);
/// `queues`: levels of queues over time. From trace.json.
SqlTable queues_table(const QueriedRun& run);
/// `path`: a view of critical_path.csv.
SqlTable path_view();
/// `columns`: the columns of the other tables.
SqlTable columns_table(const std::vector<SqlTable>& tables);

}  // namespace gantry
