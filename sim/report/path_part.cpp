// SPDX-License-Identifier: Apache-2.0
// The critical path: its longest steps. The page draws the others as gaps.
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gantry/explain/causes.h"
#include "report/page_parts.h"
#include "result/output_names.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

struct KeptStep {
  std::uint64_t number = 0;  ///< of the step in the path
  Cycle from = 0;
  Cycle cycles = 0;
  Cause cause = Cause::host;
  std::uint32_t job = kNone;
  std::string task;
  std::string detail;
};

/// The longest, of equal ones the first.
bool longer(const KeptStep& a, const KeptStep& b) {
  return std::tie(a.cycles, b.number) > std::tie(b.cycles, a.number);
}

}  // namespace

PageJson path_part(PageRun& run, std::set<PageJob>& computing, Diagnostics& problems) {
  const auto absence = run.missing_table(kPathFile, "output.critical_path");
  if (absence) return missing(*absence);
  std::vector<KeptStep> kept;  // while there are too many a heap, the shortest on top
  std::uint64_t steps = 0;
  std::uint64_t cycles = 0;
  TableReader<PathCells> table(run.path(kPathFile), problems);
  for (PathCells row; table.next(row);) {
    cycles += row.cycles;
    const std::uint64_t number = steps++;
    if (kept.size() == run.limits.steps) {
      if (number == run.limits.steps) std::make_heap(kept.begin(), kept.end(), longer);
      if (kept.front().cycles >= row.cycles) continue;
      std::pop_heap(kept.begin(), kept.end(), longer);
      kept.pop_back();
    }
    kept.push_back({number, row.from, row.cycles, row.cause, row.job, std::string(row.task), std::string(row.detail)});
    if (steps > run.limits.steps) std::push_heap(kept.begin(), kept.end(), longer);
  }
  if (steps == 0) return missing("The run has no critical path: it did not come to its end, or hands over in no time.");
  std::sort(kept.begin(), kept.end(), [](const KeptStep& a, const KeptStep& b) { return a.number < b.number; });
  PageNames details;
  PageJson rows = PageJson::array();
  for (const KeptStep& step : kept) {
    const std::int64_t task = step.task.empty() ? -1 : std::int64_t{run.names.number(step.task)};
    const std::int64_t job = step.job == kNone ? -1 : std::int64_t{step.job};
    rows.push_back(
        {step.number, step.from, step.cycles, static_cast<int>(step.cause), task, job, details.number(step.detail)});
    if (step.cause == Cause::compute && task >= 0 && job >= 0)
      computing.emplace(static_cast<std::uint32_t>(task), step.job);
  }
  if (kept.size() < steps)
    run.leave_out("Critical path: the longest " + std::to_string(kept.size()) + " of " + std::to_string(steps) +
                  " steps are in this page one by one; all are in " + kPathFile + '.');
  return {{"steps", steps}, {"cycles", cycles}, {"rows", rows}, {"details", details.json(run.limits.name_bytes * 2)}};
}

}  // namespace gantry
