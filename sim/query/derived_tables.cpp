// SPDX-License-Identifier: Apache-2.0
#include "query/derived_tables.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "gantry/scheduler/scheduler_stats.h"
#include "query/trace_levels.h"
#include "result/json_file.h"
#include "result/output_names.h"
#include "result/tables.h"
#include "result/task_stages.h"
#include "sql/database.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

/// Inserts a row per plain value below `node`.
void add_keys(const nlohmann::ordered_json& node, const std::string& path, SqlInsert& insert) {
  if (node.is_object()) {
    for (const auto& [key, value] : node.items()) add_keys(value, path.empty() ? key : path + '.' + key, insert);
    return;
  }
  if (node.is_array()) {
    for (std::size_t i = 0; i < node.size(); ++i) add_keys(node[i], path + '[' + std::to_string(i) + ']', insert);
    return;
  }
  insert.text(path);
  if (node.is_string()) {
    insert.text(node.get_ref<const std::string&>());
  } else if (node.is_boolean()) {
    insert.integer(node.get<bool>() ? 1 : 0);
  } else if (node.is_number_float() || (node.is_number_unsigned() && node.get<std::uint64_t>() >> 63U != 0)) {
    insert.real(node.get<double>());
  } else if (node.is_number()) {
    insert.integer(node.get<std::int64_t>());
  }
  insert.end_row();
}

void add_waits(const TaskRecord& task, std::string_view name, Cycle now, SqlInsert& insert) {
  std::array<Cycle, kStages> cycles{};
  Cycle lifetime = 0;
  for (const StageSpan& span : stage_spans(task, now)) {
    cycles[span.stage] = span.to - span.from;
    lifetime += span.to - span.from;
  }
  const auto longest = static_cast<std::size_t>(std::max_element(cycles.begin(), cycles.end()) - cycles.begin());
  insert.text(name);
  if (task.completed == kNever) {
    insert.null();
  } else {
    insert.integer(static_cast<std::int64_t>(task.completed));
  }
  insert.integer(static_cast<std::int64_t>(lifetime));
  insert.text(kStageNames[longest]);
  for (const Cycle stage : cycles) insert.integer(static_cast<std::int64_t>(stage));
  insert.end_row();
}

}  // namespace

SqlTable summary_table(const std::string& directory, const std::string& file) {
  SqlTable table;
  table.name = "summary";
  table.from = file;
  table.columns = {{"key", "TEXT", "text", "path of a value, as `tasks.completed` or `processors[0].name`"},
                   {"value", "", "number or text", "its value; of a truth value 1 or 0"}};
  table.load = [path = directory + '/' + file](SqlDatabase& database, Diagnostics& problems) {
    const auto json = parse_ordered_json(path, problems);
    if (!json) return;
    SqlInsert insert(database, "summary", 2);
    add_keys(*json, "", insert);
  };
  return table;
}

SqlTable waits_table(const QueriedRun& run) {
  SqlTable table;
  table.name = "waits";
  table.from = kTasksFile;
  table.columns = {{"task", "TEXT", "text", "name of a submitted task"},
                   {"completed", "INTEGER", "cycle", "as in tasks.csv; NULL: it has not, and its last stage lasts"},
                   {"lifetime", "INTEGER", "cycles", "since `submitted`: the sum of the stages"},
                   {"longest", "TEXT", "text", "the stage in which it was longest"}};
  for (const std::string_view stage : kStageNames)
    table.columns.push_back({std::string(stage), "INTEGER", "cycles", "in this stage"});
  table.load = [run, columns = table.columns.size()](SqlDatabase& database, Diagnostics& problems) {
    TableReader<TaskCells> reader(run.directory + '/' + kTasksFile, problems,
                                  static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
    SqlInsert insert(database, "waits", columns);
    for (TaskCells row; reader.next(row);) {
      if (row.stations.submitted != kNever) add_waits(row.stations, row.task, run.cycles, insert);
    }
  };
  return table;
}

SqlTable queues_table(const QueriedRun& run) {
  SqlTable table;
  table.name = "queues";
  table.from = kTraceFile;
  table.columns = {{"block", "TEXT", "text", "name of the block"},
                   {"queue", "TEXT", "text", "name of its queue, or of its stall cause"},
                   {"begin", "INTEGER", "cycle", "first cycle of the level"},
                   {"end", "INTEGER", "cycle", "first cycle after it"},
                   {"level", "INTEGER", "number", "entries in the queue; of a stall cause 1 while something waits"}};
  table.load = [run, columns = table.columns.size()](SqlDatabase& database, Diagnostics& problems) {
    SqlInsert insert(database, "queues", columns);
    read_trace_levels(run, problems, [&](const QueueLevel& level) {
      insert.text(level.block);
      insert.text(level.queue);
      insert.integer(static_cast<std::int64_t>(level.begin));
      insert.integer(static_cast<std::int64_t>(level.end));
      insert.integer(level.level);
      insert.end_row();
    });
  };
  return table;
}

SqlTable path_view() {
  SqlTable view;
  view.name = "path";
  view.from = "critical_path";
  view.columns = {{"step", "INTEGER", "number", "1, 2, … in order of time"},
                  {"begin", "INTEGER", "cycle", "as `from` of critical_path.csv"},
                  {"end", "INTEGER", "cycle", "as `to` of critical_path.csv"}};
  PathCells row;
  for_each_column(row, [&](const Column& column, const void* place) {
    if (place == &row.from || place == &row.to) return;
    const char* type = place == &row.cycles || place == &row.job ? "INTEGER" : "TEXT";
    view.columns.push_back({std::string(column.name), type, std::string(column.unit), "as in critical_path.csv"});
  });
  view.columns.push_back({"percent", "REAL", "percent", "of the path's cycles"});
  view.select =
      "SELECT rowid AS step, \"from\" AS \"begin\", \"to\" AS \"end\", cycles, cause, block, task, job, detail, "
      "100.0 * cycles / (SELECT sum(cycles) FROM critical_path) AS percent FROM critical_path";
  return view;
}

SqlTable columns_table(const std::vector<SqlTable>& tables) {
  SqlTable table;
  table.name = "columns";
  table.from = "all of them";
  table.columns = {{"of", "TEXT", "text", "name of a table or view"},
                   {"name", "TEXT", "text", "name of its column"},
                   {"type", "TEXT", "text", "INTEGER, REAL or TEXT; NULL: any of them"},
                   {"holds", "TEXT", "text", "unit of a number, text, or the words that a cell may be"},
                   {"meaning", "TEXT", "text", "of a cell"}};
  std::vector<std::array<std::string, 5>> rows;
  for (const SqlTable& other : tables) {
    for (const SqlColumn& column : other.columns)
      rows.push_back({other.name, column.name, column.type, column.holds, column.meaning});
  }
  table.load = [rows = std::move(rows)](SqlDatabase& database, Diagnostics& /*problems*/) {
    SqlInsert insert(database, "columns", 5);
    for (const auto& row : rows) {
      for (const std::string& cell : row) {
        if (cell.empty()) {
          insert.null();
        } else {
          insert.text(cell);
        }
      }
      insert.end_row();
    }
  };
  return table;
}

}  // namespace gantry
