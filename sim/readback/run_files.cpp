// SPDX-License-Identifier: Apache-2.0
#include "readback/run_files.h"

#include <string_view>

#include "readback/output_names.h"
#include "text/csv_reader.h"

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

TaskClass read_class(CsvReader& csv, std::size_t column) {
  const auto cls = parse_task_class(csv.field(column));
  if (!cls) csv.fault(column, "no class (would be block, cluster, union, communication or event)");
  return cls.value_or(TaskClass::block);
}

std::uint32_t read_small(CsvReader& csv, std::size_t column) {
  return static_cast<std::uint32_t>(csv.number(column, kNone - 1));
}

void read_tasks(RunFiles& run, NameTable& names, Diagnostics& problems) {
  CsvReader csv(run.path(kTasksFile), kTasksHeader, problems);
  while (csv.next()) {
    TaskRow row;
    row.line = csv.line();
    row.stations.number = names.number(csv.field(0));
    row.stations.cls = read_class(csv, 1);
    row.stations.weight = read_small(csv, 2);
    row.stations.jobs = read_small(csv, 3);
    row.stations.submitted = csv.number_or_never(4);
    row.stations.cached = csv.number_or_never(5);
    row.stations.registered = csv.number_or_never(6);
    row.stations.split = csv.number_or_never(7);
    row.stations.admitted = csv.number_or_never(8);
    row.stations.first_issue = csv.number_or_never(9);
    row.stations.last_issue = csv.number_or_never(10);
    row.stations.completed = csv.number_or_never(11);
    std::uint32_t& first = run.row_of[row.stations.number];
    if (first == kNone) first = static_cast<std::uint32_t>(run.tasks.size());
    run.tasks.push_back(row);
  }
}

void read_jobs(RunFiles& run, NameTable& names, Diagnostics& problems) {
  std::unordered_map<std::string, ProcessorId> processors;
  for (std::size_t p = 0; p < run.summary.processors.size(); ++p) {
    processors.emplace(run.summary.processors[p].name, static_cast<ProcessorId>(p));
  }
  CsvReader csv(run.path(kJobsFile), kJobsHeader, problems);
  std::string processor;
  while (csv.next()) {
    JobRow row;
    row.line = csv.line();
    row.stations.task = names.number(csv.field(0));
    row.stations.job = read_small(csv, 1);
    processor.assign(csv.field(2));
    const auto at = processors.find(processor);
    row.stations.processor = at == processors.end() ? kNone : at->second;
    row.stations.picked = csv.number(3);
    row.stations.issued = csv.number(4);
    row.stations.arrived = csv.number(5);
    row.stations.started = csv.number(6);
    row.stations.finished = csv.number(7);
    row.stations.completed = csv.number(8);
    run.jobs.push_back(row);
  }
}

void read_edges(RunFiles& run, NameTable& names, Diagnostics& problems) {
  CsvReader csv(run.path(kEdgesFile), kEdgesHeader, problems);
  while (csv.next()) {
    EdgeRow row;
    row.line = csv.line();
    row.task = names.number(csv.field(0));
    row.predecessor = names.number(csv.field(1));
    run.edges.push_back(row);
  }
}

}  // namespace

RunFiles read_run_files(const std::string& directory, Diagnostics& problems) {
  RunFiles run;
  run.directory = directory;
  run.summary = read_summary(run.path(kSummaryFile), problems);
  NameTable names(run);
  if (run.summary.has_tasks) read_tasks(run, names, problems);
  if (run.summary.has_jobs) read_jobs(run, names, problems);
  if (run.summary.has_edges) read_edges(run, names, problems);
  return run;
}

}  // namespace gantry
