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

/// Whether tasks may get their ids before their predecessors are done: only such monitors count them.
bool registers_early(const RunSummary& summary) {
  for (const BlockStats& block : summary.blocks) {
    for (const auto& [counter, value] : block.counters) {
      if (block.name == "monitor" && counter == "early_registrations") return true;
    }
  }
  return false;
}

/// Reports a station without a cycle before one that has a cycle, and stations that are not in order. It sees those
/// that bound stages, and with `beside` the orders of the others.
template <class Tell>
void check_stations(const TaskRecord& task, const RunSummary& summary, bool early, bool lenient, bool beside,
                    Tell&& tell) {
  const bool event = task.cls == TaskClass::event;
  const StationLine<TaskRecord>* missing = nullptr;  // the first station that has not been
  for (const StationLine<TaskRecord>* line : life_of<TaskRecord>()) {
    if (!line->stage) continue;
    const bool been = task.*(line->cycle) != kNever;
    if (event && line->with_jobs) {
      if (been) tell("an event task with a cycle for " + std::string(line->name));
      continue;
    }
    if (line->cycle == &TaskRecord::admitted && !summary.rounds && !been) continue;
    if (line->cycle == &TaskRecord::ready && early && !been) continue;
    if (!been) {
      if (missing == nullptr) missing = line;
    } else if (missing != nullptr) {
      tell(std::string(line->name) + " but not " + std::string(missing->name));
      break;
    }
  }
  check_orders(
      task, lenient, early && registered_early(task),
      [&](const StationLine<TaskRecord>& line) { return line.stage || beside; }, tell);
}

/// Reports stations beside the stages without a cycle, of a completed task of the model.
template <class Tell>
void check_beside(const TaskRecord& task, Tell&& tell) {
  const bool event = task.cls == TaskClass::event;
  for (const StationLine<TaskRecord>* line : life_of<TaskRecord>()) {
    if (line->stage || line->optional) continue;
    const bool none = event && line->with_jobs;
    if ((task.*(line->cycle) == kNever) == none) continue;
    tell((none ? "an event task with a cycle for " : "no cycle for ") + std::string(line->name));
  }
}

/// Checks one row; `tell(text)` per violation.
template <class Tell>
void check_task(const TaskRecord& task, const RunSummary& summary, bool early, Tell&& tell) {
  const bool event = task.cls == TaskClass::event;
  if (task.weight < 1 || task.weight > 256) tell("weight " + std::to_string(task.weight) + " is not in 1..256");
  if (event && task.jobs != 0) tell("an event task with " + std::to_string(task.jobs) + " jobs");
  if (!event && (task.jobs == 0 || task.jobs > 65536)) {
    tell(std::to_string(task.jobs) + " jobs (expected 1 to 65536)");
  }
  check_stations(task, summary, early, summary.ideal, true, tell);
  if (task.cancelled != kNever && (task.completed != kNever || task.failed != kNever || task.id != kNone))
    tell("cancelled, and registered or over otherwise");
  if (task.failed != kNever) {
    if (task.completed != kNever) tell("completed and failed");
    if (task.slot_freed == kNever || task.failed < task.slot_freed) tell("failed before all of its jobs were sent");
  }
  if (task.completed != kNever && !summary.ideal && summary.all_of_model()) check_beside(task, tell);
}

/// Cycle in which the task was over; kNever: it was not.
Cycle end_of(const TaskRecord& task) { return std::min({task.completed, task.failed, task.cancelled}); }

/// A task is cancelled if and because one of its predecessors failed or was cancelled.
void check_cancelled(const RunFiles& run, Findings& findings) {
  std::vector<bool> has_reason(run.names.size());
  for (const EdgeRow& edge : run.edges) {
    const TaskRow* task = run.task(edge.task);
    const TaskRow* predecessor = run.task(edge.predecessor);
    if (task == nullptr || predecessor == nullptr) continue;
    const Cycle bad = std::min(predecessor->stations.failed, predecessor->stations.cancelled);
    if (bad < task->stations.cancelled) has_reason[edge.task] = true;
  }
  for (const TaskRow& row : run.tasks) {
    if (row.stations.cancelled == kNever || has_reason[row.stations.number]) continue;
    findings.add(run.path(kTasksFile), row.line,
                 "task " + run.names[row.stations.number] + " is cancelled, but no predecessor failed before");
  }
}

/// No two tasks have an id at a time.
void check_ids(const RunFiles& run, Findings& findings) {
  std::vector<const TaskRow*> rows;
  for (const TaskRow& row : run.tasks) {
    if (row.stations.id != kNone && row.stations.registered != kNever) rows.push_back(&row);
  }
  std::sort(rows.begin(), rows.end(), [](const TaskRow* a, const TaskRow* b) {
    return std::tie(a->stations.id, a->stations.registered) < std::tie(b->stations.id, b->stations.registered);
  });
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const TaskRecord& before = rows[i - 1]->stations;
    const TaskRecord& task = rows[i]->stations;
    if (before.id != task.id || std::min(before.completed, before.failed) < task.registered) continue;
    findings.add(run.path(kTasksFile), rows[i]->line,
                 "task " + run.names[task.number] + " has id " + std::to_string(task.id) + ", which task " +
                     run.names[before.number] + " has not given back");
  }
}

}  // namespace

bool all_in_order(const RunFiles& run) {
  bool right = true;
  const bool early = registers_early(run.summary);
  for (const TaskRow& row : run.tasks) {
    check_stations(row.stations, run.summary, early, true, false, [&](const std::string& /*what*/) { right = false; });
  }
  return right;
}

void check_tasks(const RunFiles& run, Findings& findings) {
  const std::string file = run.path(kTasksFile);
  const bool early = registers_early(run.summary);
  const TaskRecord* before = nullptr;
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const TaskRow& row = run.tasks[i];
    const TaskRecord& task = row.stations;
    const std::string& name = run.names[task.number];
    if (run.task(task.number) != &row) findings.add(file, row.line, "task " + name + " has a duplicate row");
    check_task(task, run.summary, early,
               [&](const std::string& what) { findings.add(file, row.line, "task " + name + ": " + what); });
    // Host numbers are not in the table; the host submits in their order, one task after the other.
    if (before != nullptr) {
      const bool right = before->completed < task.completed ||
                         (before->completed == task.completed && before->submitted <= task.submitted);
      if (!right) findings.add(file, row.line, "task " + name + " is out of order (completion, then submission)");
    }
    before = &task;
  }
  check_ids(run, findings);
}

void check_edges(const RunFiles& run, Findings& findings) {
  check_cancelled(run, findings);
  const std::string file = run.path(kEdgesFile);
  const bool early_run = registers_early(run.summary);
  for (const EdgeRow& edge : run.edges) {
    const TaskRow* task = run.task(edge.task);
    const TaskRow* predecessor = run.task(edge.predecessor);
    for (const std::uint32_t name : {edge.task, edge.predecessor}) {
      // The tables of an unfinished run may stop before tasks that were never submitted.
      if (run.task(name) == nullptr && run.summary.complete) {
        findings.add(file, edge.line, "task " + run.names[name] + " is not in " + kTasksFile);
      }
    }
    if (task == nullptr || task->stations.registered == kNever) continue;
    // Recorded as done in cycle n, the monitor can answer in n and the decomposer sees it in n + 1.
    const bool early = early_run && registered_early(task->stations);
    const Cycle known = early ? task->stations.ready : task->stations.registered;
    if (known == kNever) continue;  // it waits, registered
    const Cycle first = known + (run.summary.ideal ? 1 : 0);
    if (predecessor != nullptr && end_of(predecessor->stations) < first) continue;
    if (predecessor == nullptr && run.summary.complete) continue;  // told above
    const bool done = predecessor != nullptr && predecessor->stations.completed != kNever;
    findings.add(
        file, edge.line,
        "task " + run.names[edge.task] + (early ? " is ready" : " is registered") + " in cycle " +
            std::to_string(known) + ", its predecessor " + run.names[edge.predecessor] +
            (done ? " completes in cycle " + std::to_string(predecessor->stations.completed) : " never completes"));
  }
}

}  // namespace gantry
