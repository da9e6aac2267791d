// SPDX-License-Identifier: Apache-2.0
// A finished run as its files tell it: summary.json, tasks.csv, jobs.csv, edges.csv, critical_path.csv, slack.csv.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/explain/causes.h"
#include "gantry/scheduler/records.h"
#include "result/run_summary.h"

namespace gantry {

/// A row of tasks.csv; `stations.number` is the place of the task's name in RunFiles::names.
struct TaskRow {
  TaskRecord stations;
  std::uint64_t line = 0;
};

/// A row of jobs.csv; `stations.task` is a place in RunFiles::names, `stations.processor` one in
/// RunSummary::processors, kNone if the summary does not know it.
struct JobRow {
  JobRecord stations;
  std::uint64_t line = 0;
};

struct EdgeRow {
  std::uint32_t task = 0;  ///< places in RunFiles::names
  std::uint32_t predecessor = 0;
  std::uint64_t line = 0;
};

/// A row of critical_path.csv.
struct PathRow {
  Cycle from = 0;
  Cycle to = 0;
  Cycle cycles = 0;
  Cause cause = Cause::host;
  std::uint32_t task = kNone;  ///< place in RunFiles::names; kNone: of none
  std::uint32_t job = kNone;
  std::string block;
  std::string detail;
  std::uint64_t line = 0;
};

struct SlackRow {
  std::uint32_t task = 0;  ///< place in RunFiles::names
  Cycle slack = 0;
  std::uint64_t line = 0;
};

struct RunFiles {
  std::string directory;
  RunSummary summary;
  std::vector<std::string> names;     ///< of tasks
  std::vector<std::uint32_t> row_of;  ///< per name its first row in `tasks`, kNone if it has none
  std::vector<TaskRow> tasks;         ///< in the file's order, as all tables
  std::vector<JobRow> jobs;
  std::vector<EdgeRow> edges;
  std::vector<PathRow> path_steps;
  std::vector<SlackRow> slack;

  [[nodiscard]] std::string path(const char* file) const { return directory + '/' + file; }
  /// The task's row, nullptr if it has none.
  [[nodiscard]] const TaskRow* task(std::uint64_t name) const {
    const std::uint32_t row = row_of[static_cast<std::size_t>(name)];
    return row == kNone ? nullptr : &tasks[row];
  }
};

/// Reads the files of a run; files that are missing or malformed are reported, and the result is then not complete.
RunFiles read_run_files(const std::string& directory, Diagnostics& problems);

}  // namespace gantry
