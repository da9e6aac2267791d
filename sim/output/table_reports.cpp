// SPDX-License-Identifier: Apache-2.0
// tasks: tasks.csv, edges.csv with the graph, and requests.csv of a closed loop. jobs: jobs.csv.
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "gantry/platform/architecture.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "output/run_directory.h"
#include "output/run_report.h"
#include "output/table_writer.h"
#include "result/output_names.h"
#include "result/tables.h"

namespace gantry {
namespace {

class TasksReport final : public RunReport {
 public:
  TasksReport(const ReportedRun& run, RunDirectory& directory)
      : table_({directory.file(true, kTasksFile), "", 0,
                run.of_machine && (run.architecture->loses_jobs() || run.stores_die)},
               run.task_name, {}),
        edges_(directory.file(true, kEdgesFile)) {
    if (run.requests) requests_.emplace(directory.file(true, kRequestsFile));
    if (run.workload == nullptr) return;
    const std::vector<WorkloadTask>& tasks = run.workload->tasks;
    std::vector<std::size_t> written(tasks.size(), tasks.size());  // last task whose row names this predecessor
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      for (const WorkloadEdge& edge : tasks[t].after) {
        if (std::exchange(written[edge.task], t) != t) edges_.add(tasks[t].id, tasks[edge.task].id);
      }
    }
  }
  [[nodiscard]] bool ok() const override { return table_.ok() && edges_.ok() && (!requests_ || requests_->ok()); }
  RecordSink* records() override { return &table_; }
  RequestSink* requests() override { return requests_ ? &*requests_ : nullptr; }
  void finish(const RanMachine* /*ran*/, Diagnostics& problems) override {
    table_.finish(problems);
    edges_.finish(problems);
    if (requests_) requests_->finish(problems);
  }

 private:
  TableWriter table_;
  EdgeTable edges_;
  std::optional<RequestTable> requests_;
};

/// JobCells::more_columns of a run.
std::uint32_t more_columns(const ReportedRun& run) {
  if (!run.of_machine) return 0;
  std::uint32_t groups = run.has_data ? JobCells::kOfData : 0;
  if (run.architecture->loses_jobs()) groups |= JobCells::kOfRetries;
  if (run.architecture->monitor->job_timeout > 0) groups |= JobCells::kOfTimeouts;
  return groups;
}

class JobsReport final : public RunReport {
 public:
  JobsReport(const ReportedRun& run, RunDirectory& directory)
      : table_({"", directory.file(true, kJobsFile), more_columns(run)}, run.task_name, run.processors) {}
  [[nodiscard]] bool ok() const override { return table_.ok(); }
  RecordSink* records() override { return &table_; }
  void finish(const RanMachine* /*ran*/, Diagnostics& problems) override { table_.finish(problems); }

 private:
  TableWriter table_;
};

}  // namespace

void add_tasks(ReportCatalogue& reports) {
  reports.add({"tasks",
               "write `tasks.csv` and `edges.csv`",
               {kTasksFile, kEdgesFile, kRequestsFile},
               [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
                 return std::make_unique<TasksReport>(run, directory);
               }});
}

void add_jobs(ReportCatalogue& reports) {
  reports.add({"jobs",
               "write `jobs.csv`",
               {kJobsFile},
               [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
                 return std::make_unique<JobsReport>(run, directory);
               }});
}

}  // namespace gantry
