// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "check/invariants.h"
#include "result/output_names.h"
#include "result/station_order.h"
#include "result/tables.h"

namespace gantry {
namespace {

std::string title(const RunFiles& run, const JobRow& row) {
  return "job " + std::to_string(row.stations.job) + " of task " + run.names[row.stations.task];
}

/// Rows of jobs.csv in another order than the file's.
using Rows = std::vector<const JobRow*>;

template <class Before>
Rows sorted_rows(const RunFiles& run, Before before) {
  Rows rows;
  rows.reserve(run.jobs.size());
  for (const JobRow& row : run.jobs) rows.push_back(&row);
  std::sort(rows.begin(), rows.end(), before);
  return rows;
}

/// What a row shows without its neighbours.
void check_row(const RunFiles& run, const JobRow& row, const TaskRow* task, Findings& findings) {
  const std::string file = run.path(kJobsFile);
  const auto tell = [&](const std::string& what) { findings.add(file, row.line, title(run, row) + ": " + what); };
  if (row.stations.processor == kNone) tell(std::string("its processor is not in ") + kSummaryFile);
  if (row.stations.released != kNever && row.stations.released > row.stations.picked) tell("released after its pick");
  check_orders(
      row.stations, run.summary.ideal, false, [](const StationLine<JobRecord>& /*line*/) { return true; }, tell);
  if (!run.summary.wrote(kTasksFile)) return;
  if (task == nullptr) {
    tell(std::string("its task is not in ") + kTasksFile);
    return;
  }
  const TaskRecord& of = task->stations;
  if (row.stations.job >= of.jobs) tell("its task has only " + std::to_string(of.jobs) + " jobs");
  if (of.split == kNever || row.stations.picked < of.split) tell("picked before its task was split");
  if (of.first_issue == kNever) tell("issued, but its task has no first_issue");
  if (!run.summary.has_losses() && row.stations.sent != kNever && row.stations.sent > of.slot_freed) {
    tell(std::string(station_name(&JobRecord::sent)) + " in cycle " + std::to_string(row.stations.sent) + ", after " +
         std::string(station_name(&TaskRecord::slot_freed)) + " of its task in cycle " + std::to_string(of.slot_freed));
  }
}

void check_row_order(const RunFiles& run, Findings& findings) {
  const auto submitted = [&](const JobRow& row) {
    const TaskRow* task = run.task(row.stations.task);
    return task == nullptr ? 0 : task->stations.submitted;
  };
  for (std::size_t i = 1; i < run.jobs.size(); ++i) {
    const JobRow& a = run.jobs[i - 1];
    const JobRow& b = run.jobs[i];
    bool right = a.stations.completed < b.stations.completed;
    if (a.stations.completed == b.stations.completed) {
      right = a.stations.task == b.stations.task ? a.stations.job <= b.stations.job : submitted(a) <= submitted(b);
    }
    if (!right) {
      findings.add(run.path(kJobsFile), b.line,
                   title(run, b) + " stands out of order (completion, then task, then job)");
    }
  }
}

/// The jobs of a round have the orders 0, 1, … A dispatcher in Verilog does not say which jobs are of one round.
void check_launch_order(const RunFiles& run, Findings& findings) {
  const auto& engines = run.summary.provenance.block_engines;
  const bool tells =
      std::none_of(engines.begin(), engines.end(), [](const auto& of) { return of.first == "dispatcher"; });
  if (!tells || run.summary.has_losses()) return;  // of lost jobs the last attempts are told
  const Rows rows = sorted_rows(run, [](const JobRow* a, const JobRow* b) {
    return std::tie(a->stations.picked, a->stations.order, a->line) <
           std::tie(b->stations.picked, b->stations.order, b->line);
  });
  const JobRecord* before = nullptr;
  for (const JobRow* row : rows) {
    const JobRecord& job = row->stations;
    const bool first = before == nullptr || before->picked != job.picked || run.summary.ideal;
    const std::uint32_t expected = first ? 0 : before->order + 1;
    // Of an unfinished run jobs that have not completed are not in the table.
    if (run.summary.complete ? job.order != expected : job.order < expected) {
      findings.add(run.path(kJobsFile), row->line,
                   title(run, *row) + ": order is " + std::to_string(job.order) + " (expected " +
                       std::to_string(expected) + (run.summary.complete ? ")" : " or more)"));
    }
    before = &job;
  }
}

/// Attempts before those that completed are the lost ones, of a run in which all jobs complete.
void check_attempts(const RunFiles& run, Findings& findings) {
  if (!run.summary.jobs_lost) return;
  std::uint64_t lost = 0;
  for (const JobRow& row : run.jobs) lost += row.stations.attempt;
  if (run.summary.complete ? lost == *run.summary.jobs_lost : lost <= *run.summary.jobs_lost) return;
  findings.add(run.path(kJobsFile), 0,
               "its attempts before the last ones are " + std::to_string(lost) + ", and jobs.lost of the summary is " +
                   std::to_string(*run.summary.jobs_lost));
}

/// The jobs [first, last) of one task, in order of their numbers.
void check_task_jobs(const RunFiles& run, Rows::const_iterator first, Rows::const_iterator last, Findings& findings) {
  const std::string file = run.path(kJobsFile);
  std::uint64_t distinct = 1;
  std::uint32_t missing = (*first)->stations.job == 0 ? 1 : 0;  // smallest number not seen so far
  Cycle first_issue = (*first)->stations.issued;
  Cycle last_issue = first_issue;
  Cycle completed = (*first)->stations.completed;
  for (auto at = first + 1; at != last; ++at) {
    const JobRecord& before = (*(at - 1))->stations;
    const JobRecord& job = (*at)->stations;
    first_issue = std::min(first_issue, job.issued);
    last_issue = std::max(last_issue, job.issued);
    completed = std::max(completed, job.completed);
    if (job.job == before.job) {
      findings.add(file, (*at)->line, title(run, **at) + " ran a second time");
      continue;
    }
    ++distinct;
    if (job.job == missing) ++missing;
    if (job.picked < before.picked && !run.summary.has_losses()) {
      findings.add(file, (*at)->line, title(run, **at) + " was picked before job " + std::to_string(before.job));
    }
  }
  const TaskRow* row = run.task((*first)->stations.task);
  if (row == nullptr) return;
  const TaskRecord& task = row->stations;
  const auto tell = [&](const std::string& what) {
    findings.add(run.path(kTasksFile), row->line, "task " + run.names[task.number] + ": " + what);
  };
  if (task.completed != kNever) {
    if (distinct < task.jobs) {
      tell("job " + std::to_string(missing) + " is not in " + kJobsFile + " (" + std::to_string(distinct) + " of " +
           std::to_string(task.jobs) + " jobs are)");
    } else {
      const auto same = [&](Cycle TaskRecord::*station, Cycle of_jobs) {
        const Cycle of_task = task.*station;
        if (of_task == of_jobs || of_task == kNever) return;
        tell(std::string(station_name(station)) + " in cycle " + std::to_string(of_task) + " (expected " +
             std::to_string(of_jobs) + " by its jobs)");
      };
      if (!run.summary.has_losses()) {  // those of a task are of first attempts
        same(&TaskRecord::first_issue, first_issue);
        same(&TaskRecord::last_issue, last_issue);
      }
      same(&TaskRecord::completed, completed);
    }
    return;
  }
  // Jobs of an unfinished task that did not complete are not in the table.
  if (run.summary.has_losses()) return;
  if (task.first_issue != kNever && task.first_issue > first_issue) tell("first_issue after a job was issued");
  if (task.last_issue != kNever && task.last_issue < last_issue) tell("last_issue before a job was issued");
  if (task.jobs > 0 && distinct == task.jobs) tell("all jobs completed, but the task did not");
}

}  // namespace

void check_jobs(const RunFiles& run, Findings& findings) {
  const auto is_matched = [](const JobRow& row) { return row.stations.matched != kNever; };
  const auto matched = std::count_if(run.jobs.begin(), run.jobs.end(), is_matched);
  for (const JobRow& row : run.jobs) {
    if (matched == 0 || is_matched(row) || run.summary.has_losses()) continue;
    findings.add(run.path(kJobsFile), row.line, title(run, row) + ": no cycle for matched, which other jobs have");
  }
  for (const JobRow& row : run.jobs) check_row(run, row, run.task(row.stations.task), findings);
  check_row_order(run, findings);
  check_launch_order(run, findings);
  check_attempts(run, findings);
  const Rows rows = sorted_rows(run, [](const JobRow* a, const JobRow* b) {
    return std::tie(a->stations.task, a->stations.job, a->line) < std::tie(b->stations.task, b->stations.job, b->line);
  });
  std::vector<bool> has_jobs(run.names.size());
  for (auto first = rows.begin(); first != rows.end();) {
    const std::uint64_t task = (*first)->stations.task;
    const auto last = std::find_if(first, rows.end(), [&](const JobRow* row) { return row->stations.task != task; });
    check_task_jobs(run, first, last, findings);
    has_jobs[task] = true;
    first = last;
  }
  for (const TaskRow& row : run.tasks) {
    if (row.stations.completed == kNever || row.stations.jobs == 0 || has_jobs[row.stations.number]) continue;
    findings.add(run.path(kTasksFile), row.line,
                 "task " + run.names[row.stations.number] + " is completed, but none of its jobs is in " + kJobsFile);
  }
}

void check_processors(const RunFiles& run, Findings& findings) {
  // An empty interval overlaps nothing.
  const auto computes = [](const JobRow& row) {
    return row.stations.processor != kNone && row.stations.started < row.stations.finished;
  };
  const Rows rows = sorted_rows(run, [](const JobRow* a, const JobRow* b) {
    return std::tie(a->stations.processor, a->stations.started, a->line) <
           std::tie(b->stations.processor, b->stations.started, b->line);
  });
  const JobRow* before = nullptr;  // the one that computes longest so far
  for (const JobRow* row : rows) {
    if (!computes(*row)) continue;
    if (before == nullptr || before->stations.processor != row->stations.processor) {
      before = row;
      continue;
    }
    if (row->stations.started < before->stations.finished) {
      findings.add(run.path(kJobsFile), row->line,
                   title(run, *row) + " starts in cycle " + std::to_string(row->stations.started) + " while " +
                       run.summary.processors[row->stations.processor].name + " computes " + title(run, *before) +
                       " until " + std::to_string(before->stations.finished));
    }
    if (row->stations.finished > before->stations.finished) before = row;
  }
}

}  // namespace gantry
