// SPDX-License-Identifier: Apache-2.0
// What must hold between the rows of a run's tables, and between the tables and the summary. Preconditions: the tables
// that a function names have been read.
#pragma once

#include "gantry/base/diagnostics.h"
#include "result/findings.h"
#include "result/run_files.h"

namespace gantry {

/// tasks.csv alone: each task once, stations in order, rows in order.
void check_tasks(const RunFiles& run, Findings& findings);

/// jobs.csv, with tasks.csv if the run wrote it: each job exactly once, stations in order, rows in order, the tasks'
/// first and last issue and completion those of their jobs.
void check_jobs(const RunFiles& run, Findings& findings);

/// jobs.csv alone: a processor computes one job at a time.
void check_processors(const RunFiles& run, Findings& findings);

/// Reads picks.csv: every decision with its winner among the candidates, the winners those of jobs.csv, numbers as in
/// the summary. Returns the number of decisions.
std::size_t check_picks(const RunFiles& run, Findings& findings, Diagnostics& problems);

/// Reads residency.csv: stays of parts that a store has room for, that come from where they are, and end as parts do,
/// with jobs.csv the jobs that they are for, and numbers as in the summary. Returns the number of stays.
std::size_t check_residency(const RunFiles& run, Findings& findings, Diagnostics& problems);

/// Reads faults.csv: faults that do not overlap, cost what their kind can, and sum to the summary's counters.
void check_faults(const RunFiles& run, Findings& findings, Diagnostics& problems);

/// Reads network_faults.csv: faults in order, each with what its kind can cost, that sum to the summary's counters.
void check_network_faults(const RunFiles& run, Findings& findings, Diagnostics& problems);

/// edges.csv and tasks.csv: a task is registered only after all its predecessors are done.
void check_edges(const RunFiles& run, Findings& findings);

/// Reads requests.csv: each request once, cycles and rows in order, numbers and times as in the summary. Returns the
/// number of requests.
std::size_t check_requests(const RunFiles& run, Findings& findings, Diagnostics& problems);

/// critical_path.csv: a chain from cycle 0 to the end, its stations as in tasks.csv and jobs.csv, its causes as in the
/// summary.
void check_path(const RunFiles& run, Findings& findings);

/// `cost` of the summary: sums, energies as counts times prices, and counts as the summary has them elsewhere.
void check_cost(const RunFiles& run, Findings& findings);

/// slack.csv, with critical_path.csv and tasks.csv: a row for every completed task, none on the path but of 0.
void check_slack(const RunFiles& run, Findings& findings);

/// summary.json, with the tables that the run wrote.
void check_summary(const RunFiles& run, Findings& findings);

/// Adds the stages of one completed task. Precondition: its stations are in order.
void add_waits(const TaskRecord& task, WaitStats& waits);

/// Whether the stations of every task are in order. If not, check_tasks reports it, and stages have no lengths.
[[nodiscard]] bool all_in_order(const RunFiles& run);

/// The stages by class, weight and stream, against the summary's `waits` and tasks.csv.
void check_stages(const RunFiles& run, Findings& findings);

/// The bounds in summary.json, against its cycles and against what the tables say that was computed.
void check_bounds(const RunFiles& run, Findings& findings);

/// What became of the processors' cycles: its sums, and what jobs.csv says of it.
void check_overhead(const RunFiles& run, Findings& findings);

}  // namespace gantry
