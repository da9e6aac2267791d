// SPDX-License-Identifier: Apache-2.0
// Writes tasks.csv, jobs.csv, edges.csv and requests.csv during the run. result/tables.h describes the columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/records.h"
#include "output/cycle_order.h"
#include "output/output_place.h"
#include "output/request_record.h"
#include "output/table_file.h"
#include "output/task_name.h"
#include "result/tables.h"

namespace gantry {

/// Rows of tasks.csv are in order of completion cycle, then host number, with unfinished tasks last. Rows of jobs.csv
/// are in order of completion cycle, then host number of the task, then job.
class TableWriter final : public RecordSink {
 public:
  struct Paths {
    OutputPlace tasks;
    OutputPlace jobs;
    std::uint32_t more_of_jobs = 0;  ///< JobCells::more_columns
    bool losses = false;             ///< jobs may count as lost: tasks.csv has the column for it
  };

  /// `processors`: names of the processors, by number.
  TableWriter(const Paths& paths, TaskName task_name, std::vector<std::string> processors);

  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& job) override;

  /// Whether the files could be opened and written so far; finish() reports errors.
  [[nodiscard]] bool ok() const { return tasks_.ok() && jobs_.ok(); }
  /// Writes held rows and reports write errors. Call once, after the last record.
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

/// Dependences between tasks by name. With this file `gantry check` needs no workload.
class EdgeTable {
 public:
  explicit EdgeTable(const OutputPlace& place) : file_(place) {}
  void add(std::string_view task, std::string_view predecessor);
  [[nodiscard]] bool ok() const { return file_.ok(); }
  void finish(Diagnostics& problems) { file_.finish(problems); }

 private:
  TableFile<EdgeCells> file_;
};

/// Requests in the order in which they are over, unfinished ones last.
class RequestTable final : public RequestSink {
 public:
  explicit RequestTable(const OutputPlace& place) : file_(place) {}
  void request_done(const RequestRecord& request) override;
  [[nodiscard]] bool ok() const { return file_.ok(); }
  void finish(Diagnostics& problems) { file_.finish(problems); }

 private:
  TableFile<RequestCells> file_;
};

}  // namespace gantry
