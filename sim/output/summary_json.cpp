// SPDX-License-Identifier: Apache-2.0
#include "output/summary_json.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gantry/base/quotient.h"
#include "output/cost_report.h"
#include "result/result_writer.h"
#include "result/rounding.h"

namespace gantry {
namespace {

constexpr const char* kNoMachine = "a calendar ran, not the machine";

void add_counts(const RunStats& stats, RunSummary& to) {
  to.complete = stats.end == RunEnd::complete;
  to.end = stats.end;
  to.cycles = stats.cycles;
  to.tasks_submitted = stats.tasks_submitted;
  to.tasks_completed = stats.tasks_completed;
  to.tasks_unfinished = stats.tasks_unfinished;
  to.jobs_total = stats.jobs_total;
  if (stats.job_groups > 0) to.job_groups = stats.job_groups;
  to.jobs_issued = stats.jobs_issued;
  to.jobs_completed = stats.jobs_completed;
  if (stats.losses) {
    to.tasks_failed = stats.losses->tasks_failed;
    to.jobs_lost = stats.losses->jobs_lost;
    to.jobs_failed = stats.losses->jobs_failed;
    to.tasks_cancelled = stats.losses->tasks_cancelled;
    to.jobs_cancelled = stats.losses->jobs_cancelled;
  }
  to.schedule_failures = stats.schedule_failures;
  for (const ProcessorStats& of : stats.processors) {
    to.processors.push_back({of.name, of.type, of.group, of.jobs, of.busy_cycles, ratio(of.busy_cycles, stats.cycles)});
  }
  to.blocks = stats.blocks;
  to.interconnect = stats.interconnect;
  if (stats.control) to.control = {stats.control->topology, stats.control->totals};
  if (stats.background) {
    to.background = RunSummary::Background{*stats.background};
    RunSummary::Background& background = *to.background;
    background.accepted = quotient(background.flits, Uint128{stats.cycles} * background.nodes);
  }
  to.waits = stats.waits;
  to.diagnosis = stats.diagnosis;
}

/// Shares added up per picker class, in the order in which the classes first appear.
void add_classes(const RunStats& stats, RunSummary& to) {
  std::uint64_t all = 0;
  for (const ShareStats& share : stats.shares) {
    auto at = std::find_if(to.classes.begin(), to.classes.end(), [&](const auto& cls) { return cls.cls == share.cls; });
    if (at == to.classes.end()) at = to.classes.insert(at, {share.cls, 0, 0.0, {}});
    at->picks += share.picks;
    if (!share.only_picks) at->longest_wait = std::max(at->longest_wait.value_or(0), share.longest_wait);
    all += share.picks;
  }
  for (RunSummary::ClassShare& cls : to.classes) cls.share = ratio(cls.picks, all);
}

void add_picks(const RunStats& stats, RunSummary& to) {
  to.policy = stats.picker.policy;
  if (stats.picker.rounds_seen) to.rounds = {stats.picker.rounds, stats.picker.contested};
  to.picks = stats.picker.picks;
  add_classes(stats, to);
  for (const ShareStats& of : stats.shares) {
    RunSummary::Share& share = to.shares.emplace_back();
    share.cls = of.cls;
    share.weight = of.weight;
    share.picks = of.picks;
    share.share = of.share;
    if (!of.only_picks) share.seen = {of.expected_share, of.lag, of.longest_wait};
  }
}

/// Values of a table's rows without the names, which are the same in every row.
template <std::size_t Size>
std::optional<std::array<std::uint64_t, Size>> values_of(const NamedCounts& counts) {
  if (counts.empty()) return std::nullopt;
  std::array<std::uint64_t, Size> values{};
  for (std::size_t i = 0; i < Size; ++i) values[i] = counts[i].second;
  return values;
}

PlanResults plan_results(const PlanOutcome& plan, Cycle cycles) {
  PlanResults results;
  results.method = plan.method;
  results.predicted_cycles = plan.predicted_cycles;
  results.simulated_cycles = cycles;
  if (plan.predicted_cycles.value_or(0) > 0) results.ratio = ratio(cycles, *plan.predicted_cycles);
  results.bytes_not_moved = plan.bytes_not_moved;
  results.path = values_of<kPlanPathParts>(plan.path);
  return results;
}

void add_explanation(const RunInfo& info, const RunStats& stats, RunSummary& to) {
  to.stages = info.stages;
  to.critical_path = values_of<kCauses>(info.critical_path);
  to.critical_path_held = values_of<kCauses>(info.critical_path_held);
  to.critical_path_without = values_of<kReliefs>(info.critical_path_without);
  if (info.responses) {
    const ResponsePaths& of = to.response_path.emplace(RunSummary::ResponseResults{*info.responses, {}}).paths;
    for (std::size_t i = 0; info.streams && i < of.behind.size(); ++i) {
      to.response_path->behind.emplace_back(info.streams->tenants[i].tenant.name, of.behind[i]);
    }
  }
  if (info.bounds) {
    const Bound binding = info.bounds->binding();
    to.bounds = {*info.bounds, binding, ratio((*info.bounds)[binding], stats.cycles)};
  }
  if (info.overhead) to.overhead = {*info.overhead, stats.processors.size() * stats.cycles, info.overhead->sum()};
  if (info.plan) to.plan = plan_results(*info.plan, stats.cycles);
  to.verdict = info.verdict;
}

/// Fills `without`, which has the times without faults.
void find_slowdowns(const RunSummary& run, RunSummary::WithoutFaults& without) {
  if (run.complete && without.cycles.value_or(0) > 0) without.slowdown = ratio(run.cycles, *without.cycles);
  for (std::size_t s = 0; s < without.streams.size(); ++s) {
    RunSummary::StreamWithoutFaults& stream = without.streams[s];
    stream.with_faults = run.streams->tenants[s].mean_of_all;
    if (stream.with_faults && stream.response_cycles.value_or(0) > 0)
      stream.slowdown = *stream.with_faults / *stream.response_cycles;
  }
}

}  // namespace

RunSummary run_summary(const RunInfo& info, const RunStats& stats) {
  RunSummary summary;
  summary.experiment = info.experiment;
  summary.architecture = info.architecture;
  summary.clock_mhz = info.clock_mhz;
  summary.seed = info.seed;
  add_counts(stats, summary);
  add_picks(stats, summary);
  add_explanation(info, stats, summary);
  summary.streams = info.streams;
  summary.stream = info.stream;
  if (stats.data) summary.data = data_results(*stats.data);
  summary.faults = info.faults;
  if (info.without_faults) {
    RunSummary::WithoutFaults& without = summary.without_faults.emplace(*info.without_faults);
    find_slowdowns(summary, without);
  }
  summary.cost = info.cost ? cost_results(*info.cost) : no_cost(kNoMachine);
  summary.ideal = info.ideal;
  summary.provenance = info.provenance;
  summary.outputs = info.outputs;
  summary.left_out = info.left_out;
  return summary;
}

std::string summary_json(const RunInfo& info, const RunStats& stats) { return results_text(run_summary(info, stats)); }

}  // namespace gantry
