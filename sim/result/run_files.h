// SPDX-License-Identifier: Apache-2.0
// A finished run as its files tell it: summary.json, tasks.csv, jobs.csv, edges.csv, critical_path.csv, slack.csv.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/explain/bound_table.h"
#include "gantry/explain/causes.h"
#include "gantry/explain/overhead_table.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/scheduler_stats.h"
#include "result/written_traffic.h"

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

struct WrittenBounds {
  Bounds bounds;
  std::string binding;
  double share = 0.0;
};

struct WrittenOverhead {
  Overhead parts;
  std::uint64_t processor_cycles = 0;
  std::uint64_t work_ready = 0;
};

/// What the summary says of costs; numbers that are not modelled are none.
struct WrittenCost {
  struct Part {
    std::string block;
    std::optional<double> area_um2;
    std::optional<double> leakage_mw;
    std::optional<double> leakage_pj;
  };
  struct Event {
    std::string block;
    std::string event;
    std::string counter;
    std::uint64_t count = 0;
    std::optional<std::uint64_t> counted;  ///< what the summary has under `counter`, if it is there
    std::optional<double> pj;
    std::optional<double> energy_pj;
  };
  double area_mm2 = 0.0;
  double leakage_mw = 0.0;
  double energy_uj = 0.0;
  double dynamic_uj = 0.0;
  double leakage_uj = 0.0;
  double power_mw = 0.0;
  std::vector<Part> parts;
  std::vector<Event> events;
  std::uint64_t router_flits = 0;  ///< interconnect.flit_hops
  std::uint64_t clock_mhz = 1;
};

/// What the check needs of summary.json.
struct RunSummary {
  struct Processor {
    std::string name;
    std::uint64_t jobs = 0;
    std::uint64_t busy_cycles = 0;
    double utilization = 0.0;
  };
  struct Share {
    std::string cls;
    std::uint64_t weight = 0;  ///< not used for `classes`
    std::uint64_t picks = 0;
    double share = 0.0;
  };

  struct Stages {
    std::string cls;
    std::uint64_t weight = 0;
    std::uint64_t stream = 0;
    std::uint64_t tasks = 0;
    WaitStats waits;
    std::vector<std::array<std::uint64_t, 3>> percentiles;  ///< by stage: 50, 95 and 99 %; or none
  };

  bool complete = false;
  bool ideal = false;  ///< a calendar in which handing over takes no time
  std::string end;
  std::uint64_t cycles = 0;
  std::uint64_t tasks_submitted = 0;
  std::uint64_t tasks_completed = 0;
  std::uint64_t tasks_unfinished = 0;
  std::uint64_t jobs_total = 0;
  std::uint64_t jobs_issued = 0;
  std::uint64_t jobs_completed = 0;
  std::vector<Processor> processors;
  bool rounds_seen = true;  ///< false: of a dispatcher in Verilog alone, whose rounds and entries nobody sees
  std::uint64_t rounds = 0;
  std::uint64_t contested = 0;
  std::uint64_t picks = 0;
  std::vector<Share> classes;
  std::vector<Share> shares;
  WaitStats waits;
  std::optional<std::vector<Stages>> stages;
  std::optional<WrittenBounds> bounds;
  std::optional<WrittenOverhead> overhead;
  std::optional<WrittenCost> cost;  ///< nothing: it has no numbers
  bool has_tasks = false;           ///< the tables that the run wrote
  bool has_jobs = false;
  bool has_edges = false;
  bool has_path = false;
  bool has_slack = false;
  std::vector<std::uint64_t> path_causes;  ///< in order of kCauseTable; empty: the summary has none
  WrittenTraffic traffic;
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

/// Reads summary.json alone.
RunSummary read_summary(const std::string& path, Diagnostics& problems);

}  // namespace gantry
