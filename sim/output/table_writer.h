// SPDX-License-Identifier: Apache-2.0
// tasks.csv, jobs.csv and edges.csv, written while the run goes on. result/tables.h has the columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/records.h"
#include "output/cycle_order.h"
#include "output/output_place.h"
#include "output/table_file.h"
#include "output/task_name.h"
#include "result/tables.h"

namespace gantry {

/// Rows of tasks.csv stand in order of completion cycle, then host number, unfinished tasks last; rows of jobs.csv in
/// order of completion cycle, then host number of the task, then job.
class TableWriter final : public RecordSink {
 public:
  struct Paths {
    OutputPlace tasks;
    OutputPlace jobs;
  };

  /// `processors` are the names of the processors in order of their numbers.
  TableWriter(const Paths& paths, TaskName task_name, std::vector<std::string> processors);

  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& job) override;

  /// False once a file could not be opened or written; finish() says why.
  [[nodiscard]] bool ok() const { return tasks_.ok() && jobs_.ok(); }
  /// Writes what is held back and reports the files that could not be written. Call once, after the last record.
  void finish(Diagnostics& problems);

 private:
  void write(const TaskRecord& task);
  void write(const JobRecord& job);

  const TaskName task_name_;
  const std::vector<std::string> processors_;
  TableFile<TaskCells> tasks_;
  TableFile<JobCells> jobs_;
  CycleOrder<TaskRecord> held_tasks_;
  CycleOrder<JobRecord> held_jobs_;
};

/// The dependences between the tasks, by name: with them `gantry check` needs no workload.
class EdgeTable {
 public:
  explicit EdgeTable(const OutputPlace& place) : file_(place) {}
  void add(std::string_view task, std::string_view predecessor);
  [[nodiscard]] bool ok() const { return file_.ok(); }
  void finish(Diagnostics& problems) { file_.finish(problems); }

 private:
  TableFile<EdgeCells> file_;
};

}  // namespace gantry
