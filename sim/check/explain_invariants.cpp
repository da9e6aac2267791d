// SPDX-License-Identifier: Apache-2.0
// What the summary says of why a run took as long as it did, against itself and the tables.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "check/invariants.h"
#include "readback/output_names.h"
#include "readback/rounding.h"

namespace gantry {
namespace {

/// Cycles from the first of a task's jobs that started to the last that finished.
std::vector<Cycle> computing_spans(const RunFiles& run) {
  std::vector<Cycle> first(run.names.size(), kNever);
  std::vector<Cycle> spans(run.names.size(), 0);
  for (const JobRow& row : run.jobs)
    first[row.stations.task] = std::min(first[row.stations.task], row.stations.started);
  for (const JobRow& row : run.jobs) {
    const JobRecord& job = row.stations;
    if (job.finished >= first[job.task]) spans[job.task] = std::max(spans[job.task], job.finished - first[job.task]);
  }
  return spans;
}

/// The longest path of what was computed: rows stand in order of completion, predecessors before their successors.
Cycle computed_path(const RunFiles& run) {
  const std::vector<Cycle> spans = computing_spans(run);
  std::vector<std::vector<std::uint32_t>> before(run.names.size());
  for (const EdgeRow& edge : run.edges) before[edge.task].push_back(edge.predecessor);
  std::vector<Cycle> ends(run.names.size(), 0);
  Cycle longest = 0;
  for (const TaskRow& row : run.tasks) {
    const std::uint64_t task = row.stations.number;
    for (const std::uint32_t predecessor : before[task]) ends[task] = std::max(ends[task], ends[predecessor]);
    ends[task] += spans[task];
    longest = std::max(longest, ends[task]);
  }
  return longest;
}

}  // namespace

void check_bounds(const RunFiles& run, Findings& findings) {
  const RunSummary& summary = run.summary;
  if (!summary.bounds) return;
  const std::string file = run.path(kSummaryFile);
  const auto tell = [&](const std::string& what) { findings.add(file, 0, what); };
  const auto at_most = [&](const std::string& what, Cycle cycles, Cycle most, const std::string& why) {
    if (cycles > most)
      tell(what + " is " + std::to_string(cycles) + ", more than " + why + ": " + std::to_string(most));
  };
  if (!summary.complete) tell("bounds of an unfinished run (would be those of a complete one)");
  const Bounds& bounds = summary.bounds->bounds;
  for (std::size_t b = 0; b < kBoundCount; ++b) {
    at_most("bounds." + std::string(kBounds[b].name), bounds.cycles[b], summary.cycles, "the run's cycles");
  }
  const Bound binding = bounds.binding();
  if (summary.bounds->binding != name(binding)) {
    tell("bounds.binding is \"" + summary.bounds->binding + "\" (would be \"" + std::string(name(binding)) +
         "\", the largest)");
  }
  const double share =
      summary.cycles == 0 ? 0.0 : static_cast<double>(bounds[binding]) / static_cast<double>(summary.cycles);
  if (!(std::abs(summary.bounds->share - share) <= kRounding)) {
    tell("bounds.share is " + std::to_string(summary.bounds->share) + " (would be " + std::to_string(share) + ")");
  }
  at_most("bounds.longest_path", bounds[Bound::longest_path], bounds[Bound::arrivals], "bounds.arrivals");
  // A mean is no larger than the largest.
  Cycle busy = 0;
  for (const RunSummary::Processor& processor : summary.processors) busy = std::max(busy, processor.busy_cycles);
  at_most("bounds.work", bounds[Bound::work], busy, "what the busiest processor computed");
  // The dependences of streams are in no table.
  const auto of_stream = [](const TaskRow& row) { return row.stations.instance > 0 || row.stations.place > 0; };
  const bool graph = std::none_of(run.tasks.begin(), run.tasks.end(), of_stream);
  if (summary.complete && summary.has_tasks && summary.has_jobs && summary.has_edges && graph) {
    at_most("bounds.longest_path", bounds[Bound::longest_path], computed_path(run), "the longest path in the tables");
  }
}

}  // namespace gantry
