// SPDX-License-Identifier: Apache-2.0
// Tasks: how many were ready over time, and the stations of those that the page names.
#include <map>
#include <string>

#include "report/level_curve.h"
#include "report/page_parts.h"
#include "result/output_names.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

PageJson task_row(const TaskRecord& task) {
  PageJson row = {kTaskClassNames[static_cast<std::size_t>(task.cls)], task.weight, task.jobs, task.stream};
  for (const Cycle station : {task.submitted, task.cached, task.shown, task.ready, task.registered, task.split,
                              task.admitted, task.first_issue, task.last_issue, task.completed})
    row.push_back(station == kNever ? PageJson() : PageJson(station));
  return row;
}

}  // namespace

PageJson tasks_part(PageRun& run, Diagnostics& problems) {
  if (run.kind != PageKind::machine) return missing("This run has no tasks.");
  const auto absence = run.missing_table(kTasksFile, "output.tasks");
  if (absence) return missing(*absence);
  const Cycle stretch = stretch_cycles(run.cycles, run.limits.stretches);
  LevelCurve ready(run.cycles, stretch);
  std::map<std::uint32_t, PageJson> named;
  TableReader<TaskCells> table(run.path(kTasksFile), problems);
  for (TaskCells row; table.next(row);) {
    const TaskRecord& task = row.stations;
    if (task.ready != kNever && task.jobs > 0) ready.add(task.ready, task.first_issue);
    const std::uint32_t number = run.names.find(row.task);
    if (number != kNone) named[number] = task_row(task);
  }
  if (!run.missing_table(kSlackFile, "output.critical_path")) {
    TableReader<SlackCells> slacks(run.path(kSlackFile), problems);
    for (SlackCells row; slacks.next(row);) {
      const auto at = named.find(run.names.find(row.task));
      if (at != named.end()) at->second.push_back(row.slack);
    }
  }
  PageJson rows = PageJson::object();
  for (const auto& [number, row] : named) rows[std::to_string(number)] = row;
  return {{"stretch", stretch}, {"ready", ready.sums()}, {"named", rows}};
}

}  // namespace gantry
