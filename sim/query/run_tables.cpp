// SPDX-License-Identifier: Apache-2.0
#include "query/run_tables.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string_view>
#include <type_traits>

#include "query/column_list.h"
#include "query/derived_tables.h"
#include "result/output_names.h"
#include "result/result_reader.h"
#include "result/run_summary.h"
#include "result/serving_files.h"
#include "result/serving_summary.h"
#include "result/study_files.h"
#include "result/tables.h"
#include "sql/database.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

/// Numbers of SQL have a sign.
constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

template <class Cells>
SqlTable table_of(const std::string& directory, const std::string& file) {
  SqlTable table;
  table.name = fs::path(file).replace_extension("").string();
  table.from = file;
  auto widest = widest_row<Cells>();
  ColumnList list(table.columns);
  describe(list, widest);
  table.load = [path = directory + '/' + file, name = table.name, columns = table.columns.size()](
                   SqlDatabase& database, Diagnostics& problems) {
    TableReader<Cells> reader(path, problems, kMost);
    SqlInsert insert(database, name, columns);
    for (Cells row; reader.next(row);) {
      // Of several groups of columns of some runs one may be there without those before it.
      if constexpr (MoreGroups<Cells>::value > 1) set_more_columns(row, kAllGroups<Cells>);
      CellInsert cells(insert);
      describe(cells, row);
      insert.end_row();
    }
  };
  return table;
}

/// Adds the tables whose files `wrote(file)`.
template <class Wrote>
void add_tables(const std::string& directory, const std::string& folder, const Wrote& wrote,
                std::vector<SqlTable>& tables) {
  for_each_table([&](const auto& cells) {
    using Cells = std::decay_t<decltype(cells)>;
    if (wrote(Cells::kFile)) tables.push_back(table_of<Cells>(directory, folder + Cells::kFile));
  });
  if (wrote(kControlLinksFile)) tables.push_back(table_of<LinkCells>(directory, folder + kControlLinksFile));
  if (wrote(kControlLinkLoadFile)) tables.push_back(table_of<LinkLoadCells>(directory, folder + kControlLinkLoadFile));
}

template <class Summary>
std::vector<SqlTable> tables_of(const std::string& directory, Diagnostics& problems) {
  const auto summary = read_results<Summary>(directory + '/' + kSummaryFile, problems);
  std::vector<SqlTable> tables;
  if (!problems.ok()) return tables;
  const QueriedRun run{directory, static_cast<std::uint32_t>(summary.clock_mhz), summary.cycles};
  const auto wrote = [&](const char* file) { return summary.wrote(file); };
  add_tables(directory, "", wrote, tables);
  tables.push_back(summary_table(directory, kSummaryFile));
  if (wrote(kTasksFile)) tables.push_back(waits_table(run));
  if (wrote(kTraceFile)) tables.push_back(queues_table(run));
  if (wrote(kPathFile)) tables.push_back(path_view());
  return tables;
}

/// Each load has a folder; its tables have the folder's name before their own.
std::vector<SqlTable> tables_of_network(const std::string& directory) {
  std::vector<std::string> folders = {""};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    if (entry.is_directory(error)) folders.push_back(entry.path().filename().string() + '/');
  }
  std::sort(folders.begin(), folders.end());
  std::vector<SqlTable> tables;
  for (const std::string& folder : folders) {
    const auto wrote = [&](const char* file) {
      return fs::is_regular_file(fs::path(directory) / folder / file, error);
    };
    add_tables(directory, folder, wrote, tables);
  }
  tables.push_back(summary_table(directory, kNetworkFile));
  return tables;
}

}  // namespace

std::vector<SqlTable> run_tables(const std::string& directory, Diagnostics& problems) {
  std::error_code error;
  std::vector<SqlTable> tables;
  if (is_study(directory)) {
    problems.error({directory, 0, 0}, std::string("is a study (its points in ") + kPointsFolder + "/ are runs; " +
                                          kStudyDatabase + " has its tables)");
  } else if (fs::exists(fs::path(directory) / kNetworkFile, error)) {
    tables = tables_of_network(directory);
  } else if (is_serving_run(directory)) {
    tables = tables_of<ServingSummary>(directory, problems);
  } else {
    tables = tables_of<RunSummary>(directory, problems);
  }
  if (problems.ok()) tables.insert(tables.begin(), columns_table(tables));
  return tables;
}

}  // namespace gantry
