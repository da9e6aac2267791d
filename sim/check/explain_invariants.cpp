// SPDX-License-Identifier: Apache-2.0
// What the summary says of why a run took as long as it did, against itself and the tables.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "check/invariants.h"
#include "gantry/explain/bound_table.h"
#include "gantry/explain/overhead_table.h"
#include "result/output_names.h"
#include "result/rounding.h"

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

/// What idle processors waited for that a job had been picked for, by who held the job that had come furthest.
class PickedJobs {
 public:
  explicit PickedJobs(const RunFiles& run) : jobs_(run.summary.processors.size()) {
    for (const JobRow& row : run.jobs) {
      if (row.stations.processor != kNone) jobs_[row.stations.processor].push_back(&row.stations);
    }
    for (const auto& jobs : jobs_) count(jobs);
  }
  [[nodiscard]] std::uint64_t held(Holder holder) const { return held_[static_cast<std::size_t>(holder)]; }

 private:
  /// The cycle in which a job comes to a place, and from which.
  struct Step {
    Cycle at = 0;
    std::size_t from = 0;
    std::size_t to = 0;
  };
  static constexpr std::size_t kNowhere = 0;
  static constexpr std::size_t kComputing = kHolderCount;

  void count(const std::vector<const JobRecord*>& jobs) {
    constexpr auto kSend = static_cast<std::size_t>(Holder::send);
    std::vector<Step> steps;
    for (const JobRecord* job : jobs) {
      steps.insert(steps.end(), {{job->picked, kNowhere, kSend},
                                 {job->issued, kSend, kSend + 1},
                                 {job->arrived, kSend + 1, kSend + 2},
                                 {job->started, kSend + 2, kComputing},
                                 {job->finished, kComputing, kNowhere}});
    }
    std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.at < b.at; });
    std::array<std::int64_t, kHolderCount + 1> there{};
    for (std::size_t i = 0; i < steps.size(); ++i) {
      --there[steps[i].from];
      ++there[steps[i].to];
      if (i + 1 == steps.size()) continue;
      std::size_t furthest = kComputing;
      while (furthest > kNowhere && there[furthest] <= 0) --furthest;
      if (furthest != kNowhere && furthest != kComputing) held_[furthest] += steps[i + 1].at - steps[i].at;
    }
  }

  std::vector<std::vector<const JobRecord*>> jobs_;
  std::array<std::uint64_t, kHolderCount> held_{};
};

}  // namespace

void check_overhead(const RunFiles& run, Findings& findings) {
  const RunSummary& summary = run.summary;
  if (!summary.overhead) return;
  const RunSummary::OverheadResults& told = *summary.overhead;
  const auto same = [&](const std::string& key, std::uint64_t is, std::uint64_t right, const std::string& by) {
    if (is == right) return;
    findings.add(run.path(kSummaryFile), 0,
                 "overhead." + key + " is " + std::to_string(is) + " (expected " + std::to_string(right) + by + ")");
  };
  if (!summary.complete) {
    findings.add(run.path(kSummaryFile), 0, "overhead of an unfinished run (expected that of a complete one)");
  }
  same("processor_cycles", told.processor_cycles, summary.processors.size() * summary.cycles,
       " as processors x cycles");
  same("work_ready", told.work_ready, told.parts.sum(), " as the sum of its blocks");
  same("processor_cycles", told.processor_cycles, told.parts.busy + told.parts.nothing_ready + told.work_ready,
       " as the sum of busy, nothing_ready and work_ready");
  std::uint64_t busy = 0;
  for (const RunSummary::Processor& processor : summary.processors) busy += processor.busy_cycles;
  // Attempts that counted as lost are not among the jobs.
  if (!summary.has_losses()) same("busy", told.parts.busy, busy, " as the sum over the processors");
  if (!summary.complete || !summary.wrote(kJobsFile)) return;
  const PickedJobs jobs(run);
  for (const Holder holder : {Holder::send, Holder::network, Holder::input}) {
    same("blocks." + std::string(name(holder)), told.parts.held[static_cast<std::size_t>(holder)], jobs.held(holder),
         " by jobs.csv");
  }
}

void check_bounds(const RunFiles& run, Findings& findings) {
  const RunSummary& summary = run.summary;
  if (!summary.bounds) return;
  const std::string file = run.path(kSummaryFile);
  const auto tell = [&](const std::string& what) { findings.add(file, 0, what); };
  const auto at_most = [&](const std::string& what, Cycle cycles, Cycle most, const std::string& reason) {
    if (cycles > most)
      tell(what + " is " + std::to_string(cycles) + ", more than " + reason + ": " + std::to_string(most));
  };
  if (!summary.complete) tell("bounds of an unfinished run (expected those of a complete one)");
  const Bounds& bounds = summary.bounds->bounds;
  for (std::size_t b = 0; b < kBoundCount; ++b) {
    at_most("bounds." + std::string(kBounds[b].name), bounds.cycles[b], summary.cycles, "the run's cycles");
  }
  const Bound binding = bounds.binding();
  if (summary.bounds->binding != binding) {
    tell("bounds.binding is \"" + std::string(name(summary.bounds->binding)) + "\" (expected \"" +
         std::string(name(binding)) + "\", the largest)");
  }
  const double share = ratio(bounds[binding], summary.cycles);
  if (summary.bounds->share != share) {
    tell(fmt::format("bounds.share is {} (expected {})", summary.bounds->share, share));
  }
  at_most("bounds.longest_path", bounds[Bound::longest_path], bounds[Bound::arrivals], "bounds.arrivals");
  // A mean is no larger than the largest.
  Cycle busy = 0;
  for (const RunSummary::Processor& processor : summary.processors) busy = std::max(busy, processor.busy_cycles);
  at_most("bounds.work", bounds[Bound::work], busy, "what the busiest processor computed");
  // The dependences of streams are in no table.
  const auto of_stream = [](const TaskRow& row) { return row.stations.instance > 0 || row.stations.place > 0; };
  const bool graph = std::none_of(run.tasks.begin(), run.tasks.end(), of_stream);
  if (summary.complete && summary.wrote(kTasksFile) && summary.wrote(kJobsFile) && summary.wrote(kEdgesFile) && graph) {
    at_most("bounds.longest_path", bounds[Bound::longest_path], computed_path(run), "the longest path in the tables");
  }
}

}  // namespace gantry
