// SPDX-License-Identifier: Apache-2.0
#include "result/run_files.h"

#include <string_view>
#include <unordered_map>

#include "result/output_names.h"
#include "result/result_reader.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

/// Numbers the names in order of their first appearance.
class NameTable {
 public:
  explicit NameTable(RunFiles& run) : run_(run) {}

  std::uint32_t number(std::string_view name) {
    key_.assign(name);
    const auto [at, is_new] = numbers_.emplace(key_, static_cast<std::uint32_t>(run_.names.size()));
    if (is_new) {
      run_.names.push_back(key_);
      run_.row_of.push_back(kNone);
    }
    return at->second;
  }

 private:
  RunFiles& run_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::string key_;
};

void read_tasks(RunFiles& run, NameTable& names, Diagnostics& problems) {
  TableReader<TaskCells> table(run.path(kTasksFile), problems);
  for (TaskCells cells; table.next(cells);) {
    TaskRow& row = run.tasks.emplace_back(TaskRow{cells.stations, table.line()});
    row.stations.number = names.number(cells.task);
    std::uint32_t& first = run.row_of[row.stations.number];
    if (first == kNone) first = static_cast<std::uint32_t>(run.tasks.size() - 1);
  }
}

void read_jobs(RunFiles& run, NameTable& names, Diagnostics& problems) {
  std::unordered_map<std::string_view, ProcessorId> processors;
  for (std::size_t p = 0; p < run.summary.processors.size(); ++p) {
    processors.emplace(run.summary.processors[p].name, static_cast<ProcessorId>(p));
  }
  TableReader<JobCells> table(run.path(kJobsFile), problems);
  for (JobCells cells; table.next(cells);) {
    JobRow& row = run.jobs.emplace_back(JobRow{cells.stations, table.line()});
    row.stations.task = names.number(cells.task);
    row.stations.attempt = cells.attempt - 1;
    const auto at = processors.find(cells.processor);
    row.stations.processor = at == processors.end() ? kNone : at->second;
  }
}

void read_edges(RunFiles& run, NameTable& names, Diagnostics& problems) {
  TableReader<EdgeCells> table(run.path(kEdgesFile), problems);
  for (EdgeCells cells; table.next(cells);) {
    const std::uint32_t task = names.number(cells.task);
    run.edges.push_back({task, names.number(cells.predecessor), table.line()});
  }
}

void read_path(RunFiles& run, NameTable& names, Diagnostics& problems) {
  TableReader<PathCells> table(run.path(kPathFile), problems);
  for (PathCells cells; table.next(cells);) {
    const std::uint32_t task = cells.task.empty() ? kNone : names.number(cells.task);
    run.path_steps.push_back({cells.from, cells.to, cells.cycles, cells.cause, task, cells.job,
                              std::string(cells.block), std::string(cells.detail), table.line()});
  }
}

void read_slack(RunFiles& run, NameTable& names, Diagnostics& problems) {
  TableReader<SlackCells> table(run.path(kSlackFile), problems);
  for (SlackCells cells; table.next(cells);) run.slack.push_back({names.number(cells.task), cells.slack, table.line()});
}

}  // namespace

RunFiles read_run_files(const std::string& directory, Diagnostics& problems) {
  RunFiles run;
  run.directory = directory;
  run.summary = read_results<RunSummary>(run.path(kSummaryFile), problems);
  NameTable names(run);
  if (run.summary.wrote(kTasksFile)) read_tasks(run, names, problems);
  if (run.summary.wrote(kJobsFile)) read_jobs(run, names, problems);
  if (run.summary.wrote(kEdgesFile)) read_edges(run, names, problems);
  if (run.summary.wrote(kPathFile)) read_path(run, names, problems);
  if (run.summary.wrote(kSlackFile)) read_slack(run, names, problems);
  return run;
}

}  // namespace gantry
